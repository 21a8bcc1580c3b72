import { featuresIn, featuresOf, isBrought, type Feature } from '../../render/features.js';
import { withFeatures, withoutFeatures } from '../../project/feature-changes.js';
import { readTemplates } from '../../project/templates.js';
import { READING } from '../../project/tolerated.js';
import { Refusal } from '../../problem.js';
import type { App } from '../../model/model.js';
import { changeModel } from '../change-model.js';
import type { Context } from '../context.js';
import { openProject } from '../project.js';
import { showTable } from '../show-table.js';

const NEXT = ['npm install', 'npm run build', 'npm start'];

/** Lists what a project can have beside its models: what is on, and what each brings. */
export async function listFeatures(context: Context): Promise<void> {
  const app = await appHere(context);
  const templates = readTemplates();
  const on = featuresOf(app, templates).map(({ name }) => name);
  const all = featuresIn(templates);
  const { terminal } = context;
  if (context.json) {
    const features = all.map(({ name, about, needs, files, packages, scripts, ...one }) => ({
      ...{ name, on: on.includes(name), about, needs, files, packages },
      ...{ tables: [...one.tables.keys()], commands: Object.keys(scripts) },
      settings: settingsOf(one),
    }));
    return terminal.print(JSON.stringify({ features }, null, 2));
  }
  const rows = all.map((feature) => [
    feature.name,
    stateOf(feature, app, on),
    feature.about,
    bringsOf(feature),
  ]);
  terminal.print(showTable(['feature', '', 'is', 'brings'], rows, terminal.style));
}

/** The application of the project that the developer is in, or a new one. */
async function appHere(context: Context): Promise<App> {
  try {
    return (await openProject(context, READING)).app;
  } catch (error) {
    const isNone = error instanceof Refusal && error.problems[0]?.code === 'no-project';
    if (!isNone) throw error;
    return { name: '', database: 'sqlite', web: true, models: [] };
  }
}

function stateOf(feature: Feature, app: App, on: readonly string[]): string {
  if (!on.includes(feature.name)) return 'off';
  return isBrought(feature, app) ? 'on, by a model' : 'on';
}

function bringsOf({ files, packages, needs, tables, scripts, environment }: Feature): string {
  const count = packages.length;
  const settings = settingsOf({ environment });
  return [
    files.join(' '),
    ...(count > 0 ? [count === 1 ? packages[0] : `${count} packages`] : []),
    ...(tables.size > 0
      ? [`${tables.size > 1 ? 'tables' : 'table'} ${[...tables.keys()].join(', ')}`]
      : []),
    ...(settings.length > 0 ? [settings.join(', ')] : []),
    ...Object.keys(scripts).map((name) => `npm run ${name}`),
    ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
  ].join('; ');
}

/** The settings that its part of `.env.example` names. */
const settingsOf = ({ environment }: Pick<Feature, 'environment'>): readonly string[] =>
  [...(environment ?? '').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);

/** Adds features to a project, with those that they need. */
export async function addFeature(context: Context, names: readonly string[]): Promise<number> {
  const project = await openProject(context);
  const after = withFeatures(project.app, readTemplates(), names);
  const words = {
    done: `added ${changed(after, project.app)}`,
    nothing: `nothing to change: ${areAlready(names, 'on')}`,
    next: NEXT,
  };
  return changeModel(context, project, { mode: 'change', after }, { words });
}

interface DropOptions {
  readonly keep?: boolean;
  readonly dropData?: boolean;
}

/** Takes features out of a project, with those that need them; with `keep` files that were edited stay. */
export async function dropFeature(
  context: Context,
  names: readonly string[],
  { keep, dropData }: DropOptions,
): Promise<number> {
  const project = await openProject(context);
  const after = withoutFeatures(project.app, readTemplates(), names);
  const words = {
    done: `dropped ${changed(project.app, after)}`,
    nothing: `nothing to change: ${areAlready(names, 'off')}`,
    next: NEXT,
  };
  const removed = keep === true ? 'keep-edited' : 'refuse';
  return changeModel(context, project, { mode: 'change', after, removed }, { words, dropData });
}

/** `admin is on already`, each name once, as often as it was typed. */
function areAlready(names: readonly string[], state: 'on' | 'off'): string {
  const unique = [...new Set(names)];
  return `${unique.join(', ')} ${unique.length === 1 ? 'is' : 'are'} ${state} already`;
}

/** What one application lists and another does not. */
const changed = (one: App, other: App): string =>
  (one.features ?? []).filter((name) => !other.features?.includes(name)).join(', ');
