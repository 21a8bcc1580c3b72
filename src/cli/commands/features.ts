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
  const templates = await readTemplates();
  const on = featuresOf(app, templates).map(({ name }) => name);
  const all = featuresIn(templates);
  const { terminal } = context;
  if (context.json) {
    const features = all.map(({ name, about, needs, files, packages }) => ({
      ...{ name, on: on.includes(name), about, needs, files, packages },
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

function bringsOf({ files, packages, needs }: Feature): string {
  const count = packages.length;
  return [
    files.join(' '),
    ...(count > 0 ? [count === 1 ? packages[0] : `${count} packages`] : []),
    ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
  ].join('; ');
}

/** Adds features to a project, with those that they need. */
export async function addFeature(context: Context, names: readonly string[]): Promise<number> {
  const project = await openProject(context);
  const after = withFeatures(project.app, await readTemplates(), names);
  const words = {
    done: `added ${changed(after, project.app)}`,
    nothing: `nothing to change: ${names.join(', ')} is on already`,
    next: NEXT,
  };
  return changeModel(context, project, { mode: 'change', after }, { words });
}

interface DropOptions {
  readonly keep?: boolean;
}

/** Takes features out of a project, with those that need them; with `keep` files that were edited stay. */
export async function dropFeature(
  context: Context,
  names: readonly string[],
  { keep }: DropOptions,
): Promise<number> {
  const project = await openProject(context);
  const after = withoutFeatures(project.app, await readTemplates(), names);
  const words = {
    done: `dropped ${changed(project.app, after)}`,
    nothing: `nothing to change: ${names.join(', ')} is off already`,
    next: NEXT,
  };
  const removed = keep === true ? 'keep-edited' : 'refuse';
  return changeModel(context, project, { mode: 'change', after, removed }, { words });
}

/** What one application lists and another does not. */
const changed = (one: App, other: App): string =>
  (one.features ?? []).filter((name) => !other.features?.includes(name)).join(', ');
