import type { App, Field, Model } from '../../model/model.js';
import { openBackfills } from '../../render/render-migration.js';
import type { Renames } from '../../schema/rename-schema.js';
import { updateSearch, renamedParts } from '../../project/change/edit-search.js';
import type { OpenProject } from '../../project/open/open-project.js';
import { readRunnableState } from '../../project/open/read-synced-state.js';
import { parseBackfills } from '../../project/change/backfill-values.js';
import { completeBackfills, warnOfDefaults } from '../backfill.js';
import { changeModel, type DataOptions } from '../change-model.js';
import { COMPARING } from '../../project/open/tolerated.js';
import { type Context, warn } from '../context.js';
import { requireRenames, readRenames } from '../read-renames.js';
import { projectOf } from '../project.js';
import { SEE_STATUS } from '../show-status.js';

interface Options extends DataOptions {
  readonly rename?: readonly string[];
  readonly backfill?: readonly string[];
}

/** The models of before with the fields that they get. */
function addedFields(before: App, after: App, { tables, columns }: Renames) {
  return before.models.flatMap((was): (readonly [Model, readonly Field[]])[] => {
    const table = tables[was.table] ?? was.table;
    const now = after.models.find((model) => model.table === table);
    const known = was.fields.map(({ column }) => columns[was.table]?.[column] ?? column);
    return now ? [[now, now.fields.filter(({ column }) => !known.includes(column))]] : [];
  });
}

/** Updates pages, tests and registries and writes a migration after entities were edited by hand. */
export async function sync(context: Context, options: Options): Promise<number> {
  // Refuses all problems: after an update nobody would see why the service cannot start.
  return syncProject(context, await projectOf(context, new Set()), options);
}

/** Shows what `sync` would change in all that can be read. */
export async function diff(context: Context, options: Options): Promise<number> {
  const project = await projectOf(context, COMPARING);
  return syncProject({ ...context, dryRun: true }, project, { ...options, dropData: true });
}

async function syncProject(
  context: Context,
  project: OpenProject,
  options: Options,
): Promise<number> {
  const known = readRunnableState(project);
  warn(context, known.problems);
  const renames = await readRenames(context, project, known, options.rename ?? []);
  if (options.dropData !== true && !context.terminal.interactive)
    requireRenames(project, known, renames);
  const { app: after } = project;
  const given = parseBackfills(after, options.backfill ?? []);
  const open = openBackfills(known.before, after, renames, known.schema);
  const backfills = await completeBackfills(context, after, open, given);
  for (const [model, fields] of addedFields(known.before, after, renames))
    warnOfDefaults(context, model, fields);
  const edits = [
    updateSearch(
      { ...project, app: known.before },
      after,
      renamedParts(known.before, after, renames),
    ),
  ];
  const change = { mode: 'sync', after, known, renames, backfills, edits } as const;
  const messages = {
    done: 'synced the project with its entities',
    nothing: 'nothing to change: everything is in sync with the entities',
    besides: SEE_STATUS,
  };
  return changeModel(context, project, change, { ...options, messages });
}
