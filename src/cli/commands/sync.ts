import type { App } from '../../model/model.js';
import type { Problem } from '../../problem.js';
import { editSearch, renamedParts } from '../../project/edit-search.js';
import { goneValues } from '../../project/gone-values.js';
import { findLeftBehind } from '../../project/old-paths.js';
import type { OpenProject } from '../../project/open-project.js';
import { type Known, readSound } from '../../project/read-known.js';
import type { Renames } from '../../schema/rename-schema.js';
import { parseBackfills } from '../../project/backfill-values.js';
import { completeBackfills } from '../backfill.js';
import { changeModel, type DataOptions } from '../change-model.js';
import { COMPARING } from '../../project/tolerated.js';
import type { Context } from '../context.js';
import { demandRenames, readRenames } from '../read-renames.js';
import { openProject } from '../project.js';
import { warn } from '../read-input.js';

interface Options extends DataOptions {
  readonly rename?: readonly string[];
  readonly backfill?: readonly string[];
}

/** Brings pages, tests, lists and a migration along after entities were edited by hand. */
export async function sync(context: Context, options: Options): Promise<number> {
  // A service that cannot start is not brought along: nobody would see what is wrong.
  return bringAlong(context, await openProject(context, new Set()), options);
}

/** Shows what `sync` would change now, in all that can be read. */
export async function diff(context: Context, options: Options): Promise<number> {
  const project = await openProject(context, COMPARING);
  return bringAlong({ ...context, dryRun: true }, project, { ...options, dropData: true });
}

async function bringAlong(
  context: Context,
  project: OpenProject,
  options: Options,
): Promise<number> {
  const known = await readSound(project);
  warn(context, known.problems);
  const renames = await readRenames(context, project, known, options.rename ?? []);
  if (options.dropData !== true && (!context.terminal.interactive || context.json))
    await demandRenames(project.app, known, renames);
  const backfills = await readAllBackfills(context, project.app, known, renames, options);
  const { app: after } = project;
  const edits = [editSearch(project, after, renamedParts(known.before, after, renames))];
  const change = { mode: 'sync', after, known, renames, backfills, edits } as const;
  const words = {
    done: 'brought along what the entities say',
    nothing: 'nothing to change: everything says what the entities say',
    next: ['npm run build', 'npm start'],
  };
  const warnings = [
    ...findLeftBehind(project),
    ...goneValues(known.before, after),
    ...leftOutWarnings(context, project),
  ];
  return changeModel(context, project, change, { ...options, words, warnings });
}

/** Programs read what was left out in the plan; people have read it before. */
function leftOutWarnings({ json }: Context, { leftOut }: OpenProject): Problem[] {
  if (!json) return [];
  return [...leftOut].map((path) => ({
    code: 'left-out',
    message: `${path} cannot be read and is left out`,
    severity: 'warning',
  }));
}

/** What existing rows get in columns that are required from now on: said by flags, else asked. */
async function readAllBackfills(
  context: Context,
  after: App,
  { before, schema }: Known,
  renames: Renames,
  options: Options,
): Promise<ReadonlyMap<string, unknown>> {
  const { openBackfills } = await import('../../render/render-migration.js');
  const given = parseBackfills(after, options.backfill ?? []);
  return completeBackfills(context, after, openBackfills(before, after, renames, schema), given);
}
