import { Refusal } from '../../problem.js';
import { parseBackfills } from '../backfill.js';
import { carrySearch } from '../carry-search.js';
import { changeModel, type DataOptions } from '../change-model.js';
import type { Context } from '../context.js';
import { likely, readKnown, readRenames } from '../plan-sync.js';
import { openProject } from '../project.js';
import { warn } from '../read-input.js';

interface Options extends DataOptions {
  readonly rename?: readonly string[];
  readonly backfill?: readonly string[];
}

/** Brings pages, tests, lists and a migration along after entities were edited by hand. */
export async function sync(context: Context, options: Options): Promise<number> {
  const project = await openProject(context);
  const known = await readKnown(project);
  warn(context, known.problems);
  const renames = await readRenames(context, project, known, options.rename ?? []);
  const { schemaOf } = await import('../../render/migration/schema.js');
  const open = likely(known.schema, schemaOf(project.app), renames.tables, renames.columns);
  if (open.length > 0 && options.dropData !== true && !context.terminal.interactive)
    throw new Refusal(
      open.map(([table, column, others]) => ({
        code: 'renamed-or-dropped',
        message: `\`${table}.${column}\` is gone from the entities and \`${others.join('`, `')}\` came: renamed, or another one?`,
        help: `--rename ${table}.${column}:${others[0]} keeps the data, --drop-data drops it`,
      })),
    );
  return changeModel(context, project, project.app, {
    ...options,
    before: known.before,
    schema: known.schema,
    renames,
    backfills: parseBackfills(project.app, options.backfill ?? []),
    removed: 'refuse',
    words: {
      done: 'brought along what the entities say',
      nothing: 'nothing to change: everything says what the entities say',
      next: ['npm run build', 'npm start'],
    },
    finish: (plan) => carrySearch(plan, project, project.app),
  });
}

/** Shows what `sync` would change now. */
export async function diff(context: Context, options: Options): Promise<number> {
  return sync({ ...context, dryRun: true }, { ...options, dropData: true });
}
