import { Refusal, refuseErrors } from '../../problem.js';
import { featuresIn, featuresOf, isBrought, type Feature } from '../../render/features.js';
import { type FeatureSize, placesOfFeature, sizeOfFeature } from '../../render/project-files.js';
import type { Templates } from '../../render/template.js';
import { withFeatures } from '../../project/change/feature-changes.js';
import { additionOf, removalOf } from '../../project/change/plan-features.js';
import { installedVersions } from '../../project/open/installed-features.js';
import type { OpenProject } from '../../project/open/open-project.js';
import type { OutsideFeature } from '../../project/change/outside-feature.js';
import { readTemplates, templatesOf } from '../../project/open/templates.js';
import { READING } from '../../project/open/tolerated.js';
import type { App } from '../../model/model.js';
import { changeModel } from '../change-model.js';
import { type Context, printResult } from '../context.js';
import { projectOf } from '../project.js';
import { isFeatureSource, readFeatures } from '../read-features.js';
import { showTable } from '../show-table.js';

const NEXT = ['npm install', 'npm run build', 'npm start'];

/** All features. */
export interface FeaturesJson {
  /** The features, sorted by name. */
  readonly features: readonly FeatureJson[];
}

/** A feature as programs read it. */
export interface FeatureJson {
  /** The name. */
  readonly name: string;
  /** Whether the project has the feature. */
  readonly on: boolean;
  /** The version; null for a feature of crudgen. */
  readonly version: string | null;
  /** The description. */
  readonly about: string;
  /** Features that this feature needs. */
  readonly needs: readonly string[];
  /** What the feature adds beside the files of models. */
  readonly size: FeatureSize;
  /** Files and folders that the feature adds; a folder ends in `/`. */
  readonly files: readonly string[];
  /** Packages that the feature adds. */
  readonly packages: readonly string[];
  /** Tables that the feature adds. */
  readonly tables: readonly string[];
  /** Scripts that the feature adds to package.json. */
  readonly commands: readonly string[];
  /** Settings that the feature reads. */
  readonly settings: readonly string[];
}

/** Lists all features, whether each is on, and what it adds. */
export async function listFeatures(context: Context): Promise<void> {
  const { app, templates } = await currentProject(context);
  const on = featuresOf(app, templates).map(({ name }) => name);
  const all = featuresIn(templates);
  const sizeOf = ({ name }: Feature) =>
    sizeOfFeature(name, withFeatures(app, templates, [name]), templates);
  const features = all.map((one) => ({
    ...{ name: one.name, on: on.includes(one.name), about: one.about, needs: one.needs },
    ...{ version: one.version ?? null, size: sizeOf(one) },
    ...{ files: placesOfFeature(one, templates), packages: packagesOf(one) },
    ...{ tables: Object.keys(one.tables), commands: commandsOf(one) },
    settings: settingNames(one),
  }));
  printResult<FeaturesJson>(context, { features }, ({ style }) => {
    const state = (one: Feature) =>
      !on.includes(one.name) ? 'off' : isBrought(one, app) ? 'on (a model needs it)' : 'on';
    const named = (one: Feature) => [one.name, one.version].filter(Boolean).join(' ');
    const rows = all.map((one) => [
      ...[named(one), state(one), one.about],
      ...[sizeInWords(sizeOf(one)), contentsOf(one, templates)],
    ]);
    return showTable(['feature', '', 'description', 'size', 'adds'], rows, style);
  });
}

/** The application of the current project with its templates, or an empty one outside of any. */
async function currentProject(
  context: Context,
): Promise<{ readonly app: App; readonly templates: Templates }> {
  try {
    const project = await projectOf(context, READING);
    return { app: project.app, templates: templatesOf(project) };
  } catch (error) {
    const isNone = error instanceof Refusal && error.problems[0]?.code === 'no-project';
    if (!isNone) throw error;
    return { app: { name: '', database: 'sqlite', models: [] }, templates: readTemplates() };
  }
}

/** `9 files, 1,234 lines`. */
const sizeInWords = ({ files, lines }: FeatureSize): string =>
  `${counted(files, 'file')}, ${counted(lines, 'line')}`;

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;

function contentsOf(feature: Feature, templates: Templates): string {
  const { needs, tables, settings } = feature;
  const packages = packagesOf(feature);
  const names = Object.keys(tables);
  const parts = [
    placesOfFeature(feature, templates).join(' '),
    packages.length > 1 ? `${packages.length} packages` : packages.join(),
    names.length > 0 && `${names.length > 1 ? 'tables' : 'table'} ${names.join(', ')}`,
    settingNames({ settings }).join(', '),
    ...commandsOf(feature).map((name) => `npm run ${name}`),
    needs.length > 0 && `needs ${needs.join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ');
}

const packagesOf = ({ dependencies, devDependencies }: Feature): readonly string[] =>
  Object.keys({ ...dependencies, ...devDependencies });

/** The scripts that people run; npm runs the others before a build. */
const commandsOf = ({ scripts }: Feature): readonly string[] =>
  Object.keys(scripts).filter((name) => name !== 'prebuild');

const settingNames = ({ settings }: Pick<Feature, 'settings'>): readonly string[] =>
  settings.map(({ name }) => name);

/** Adds features to a project, with those that they need: by name, or those of others by a folder or a packed package. */
export async function addFeature(context: Context, words: readonly string[]): Promise<number> {
  const project = await projectOf(context);
  const given = await readFeatures(context, words);
  const named = words.filter((word) => !isFeatureSource(word));
  const { change, problems } = additionOf(project, named, given);
  refuseErrors(problems);
  const { after, installed = project.installed } = change;
  const messages = {
    done: whatIsAdded(project, { app: after, installed }, given),
    nothing: `nothing to change: ${alreadyIn([...named, ...given.map(({ name }) => name)], 'on')}`,
    next: NEXT,
  };
  return changeModel(context, project, change, { messages, warnings: problems });
}

/** `added acme-audit 1.0.0, acme-tags 1.0.0 to 1.1.0`. */
function whatIsAdded(
  before: Pick<OpenProject, 'app' | 'installed'>,
  after: Pick<OpenProject, 'app' | 'installed'>,
  given: readonly OutsideFeature[],
): string {
  const had = installedVersions(before.installed);
  const added = addedFeatures(after.app, before.app, installedVersions(after.installed));
  const updated = given.flatMap(({ name, version }) => {
    const was = had.get(name);
    return was === undefined
      ? []
      : [`${name} ${was === version ? version : `${was} to ${version}`}`];
  });
  return [...(added === '' ? [] : [`added ${added}`]), ...updated].join(', ');
}

interface DropOptions {
  readonly keep?: boolean;
  readonly dropData?: boolean;
}

/** Removes features from a project, with those that need them; with `keep` edited files stay. */
export async function dropFeature(
  context: Context,
  names: readonly string[],
  { keep, dropData }: DropOptions,
): Promise<number> {
  const project = await projectOf(context);
  const change = removalOf(project, names, { keep: keep === true });
  const messages = {
    done: whatIsDropped(names, addedFeatures(project.app, change.after)),
    nothing: `nothing to change: ${alreadyIn(names, 'off')}`,
    next: NEXT,
    keeping: `crudgen drop ${names.join(' ')} --keep`,
  };
  return changeModel(context, project, change, { messages, dropData });
}

/** `dropped admin, dashboard`: what goes along is told with how all of it comes back, as the first one alone would not bring it. */
function whatIsDropped(names: readonly string[], dropped: string): string {
  const all = dropped.split(', ');
  const along = all.filter((name) => !names.includes(name));
  const back = `crudgen add ${all.join(' ')}`;
  return along.length === 0
    ? `dropped ${dropped}`
    : `dropped ${dropped} (${along.join(', ')} cannot work without the features that you named; to add all of them again: ${back})`;
}

/** `admin is already on`, each name once. */
function alreadyIn(names: readonly string[], state: 'on' | 'off'): string {
  const unique = [...new Set(names)];
  return `${unique.join(', ')} ${unique.length === 1 ? 'is' : 'are'} already ${state}`;
}

/** The features of one application that another does not list, with the versions of those of others. */
const addedFeatures = (
  one: App,
  other: App,
  versions: ReadonlyMap<string, string> = new Map(),
): string =>
  (one.features ?? [])
    .filter((name) => !other.features?.includes(name))
    .map((name) => [name, versions.get(name)].filter(Boolean).join(' '))
    .join(', ');
