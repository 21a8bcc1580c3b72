import { featuresIn, featuresOf, isBrought, type Feature } from '../../render/features.js';
import { placesOf } from '../../render/project-files.js';
import type { Templates } from '../../render/template.js';
import { absentBodies } from '../../project/absent-bodies.js';
import { absentSettings } from '../../project/absent-settings.js';
import { withFeatures, withoutFeatures, withoutWritten } from '../../project/feature-changes.js';
import { readTemplates, templatesOf } from '../../project/templates.js';
import { READING } from '../../project/tolerated.js';
import { Refusal } from '../../problem.js';
import type { App } from '../../model/model.js';
import { changeModel } from '../change-model.js';
import { type Context, printResult } from '../context.js';
import { openProject } from '../project.js';
import { showTable } from '../show-table.js';

const NEXT = ['npm install', 'npm run build', 'npm start'];

/** Lists all features, whether each is on, and what it adds. */
export async function listFeatures(context: Context): Promise<void> {
  const app = await currentApp(context);
  const templates = readTemplates();
  const on = featuresOf(app, templates).map(({ name }) => name);
  const all = featuresIn(templates);
  const features = all.map((one) => ({
    ...{ name: one.name, on: on.includes(one.name), about: one.about, needs: one.needs },
    ...{ files: placesOf(one, templates), packages: packagesOf(one) },
    ...{ tables: [...one.tables.keys()], commands: commandsOf(one) },
    settings: settingNames(one),
  }));
  printResult(context, { features }, ({ style }) => {
    const state = (one: Feature) =>
      !on.includes(one.name) ? 'off' : isBrought(one, app) ? 'on (brought by a model)' : 'on';
    const rows = all.map((one) => [one.name, state(one), one.about, contentsOf(one, templates)]);
    return showTable(['feature', '', 'what it is', 'adds'], rows, style);
  });
}

/** The application of the current project, or an empty one outside of any. */
async function currentApp(context: Context): Promise<App> {
  try {
    return (await openProject(context, READING)).app;
  } catch (error) {
    const isNone = error instanceof Refusal && error.problems[0]?.code === 'no-project';
    if (!isNone) throw error;
    return { name: '', database: 'sqlite', models: [] };
  }
}

function contentsOf(feature: Feature, templates: Templates): string {
  const { needs, tables, settings } = feature;
  const packages = packagesOf(feature);
  const names = [...tables.keys()].join(', ');
  const parts = [
    placesOf(feature, templates).join(' '),
    packages.length > 1 ? `${packages.length} packages` : packages.join(),
    names && `${tables.size > 1 ? 'tables' : 'table'} ${names}`,
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

/** Adds features to a project, with those that they need. */
export async function addFeature(context: Context, names: readonly string[]): Promise<number> {
  const project = await openProject(context);
  const after = withFeatures(project.app, templatesOf(project), names);
  const messages = {
    done: `added ${addedFeatures(after, project.app)}`,
    nothing: `nothing to change: ${alreadyIn(names, 'on')}`,
    next: NEXT,
  };
  return changeModel(context, project, { mode: 'change', after }, { messages });
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
  const project = await openProject(context);
  const templates = templatesOf(project);
  const after = withoutFeatures(project.app, templates, names);
  const messages = {
    done: `dropped ${addedFeatures(project.app, after)}`,
    nothing: `nothing to change: ${alreadyIn(names, 'off')}`,
    next: NEXT,
    keeping: `crudgen drop ${names.join(' ')} --keep`,
  };
  const removed = keep === true ? 'keep-edited' : 'refuse';
  const warnings = [absentSettings, absentBodies].flatMap((absent) =>
    absent(after, project.mine, templates),
  );
  const edits = keep === true ? [] : [withoutWritten(after, templates)];
  const change = { mode: 'change', after, removed, edits } as const;
  return changeModel(context, project, change, { messages, warnings, dropData });
}

/** `admin is already on`, each name once. */
function alreadyIn(names: readonly string[], state: 'on' | 'off'): string {
  const unique = [...new Set(names)];
  return `${unique.join(', ')} ${unique.length === 1 ? 'is' : 'are'} already ${state}`;
}

/** The features of one application that another does not list. */
const addedFeatures = (one: App, other: App): string =>
  (one.features ?? []).filter((name) => !other.features?.includes(name)).join(', ');
