import { problem, quoted, refusal, type Refusal, refuseErrors } from '../problem.js';
import { type GoneName, goneNames } from '../project/gone-names.js';
import type { OpenProject } from '../project/open-project.js';
import type { SyncedState } from '../project/read-synced-state.js';
import { isCycle, type Renames } from '../schema/rename-schema.js';
import { schemaOf } from '../schema/schema.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';

/** What was renamed by hand: given by `--rename`, or asked where something went and something similar came. */
export async function readRenames(
  context: Context,
  project: OpenProject,
  known: SyncedState,
  given: readonly string[],
): Promise<Renames> {
  const renames = parseRenames(given, project, known);
  if (!context.terminal.interactive || context.json) return renames;
  const asked = new Set<string>();
  for (;;) {
    // An answer may settle other questions.
    const open = goneNames(known, project.app, renames);
    const gone = open.find((one) => !asked.has(nameOf(one)));
    if (gone === undefined) return renames;
    asked.add(nameOf(gone));
    const to = await askWhich(gone, freeNames(gone, known, renames));
    if (to !== null) addRename(renames, gone, to);
  }
}

/** Renames in the making. */
interface Draft {
  readonly tables: Record<string, string>;
  readonly columns: Record<string, Record<string, string>>;
}

function addRename({ tables, columns }: Draft, { table, column }: Named, to: string): void {
  if (column === null) tables[table] = to;
  else columns[table] = { ...columns[table], [column]: to };
}

type Named = Pick<GoneName, 'table' | 'column'>;

const nameOf = ({ table, column }: Named): string =>
  column === null ? table : `${table}.${column}`;

/** The candidates whose name no other column keeps. */
function freeNames({ table, column, others }: GoneName, { schema }: SyncedState, draft: Draft) {
  if (column === null) return others;
  const had = schema.get(table)!.columns;
  return others.filter((one) => !had.has(one) || draft.columns[table]?.[one] !== undefined);
}

/** Asks which new name replaces an old one; null where none does. */
async function askWhich(
  { table, column }: GoneName,
  names: readonly string[],
): Promise<string | null> {
  for (const name of names) {
    const full = column === null ? name : `${table}.${name}`;
    if (await askYes(`Was \`${column ?? table}\` renamed to \`${full}\`?`)) return name;
  }
  return null;
}

/** The renames of `task.title:headline`, `Task.title:headline`, or `task:job` for a table. */
function parseRenames(
  given: readonly string[],
  { app }: OpenProject,
  { schema }: SyncedState,
): Draft {
  const now = schemaOf(app);
  const draft: Draft = { tables: {}, columns: {} };
  const tableOf = (name: string) => app.models.find((model) => model.name === name)?.table ?? name;
  const read = given.map((text) => {
    const [, left = '', column, to = ''] = /^(\w+)(?:\.(\w+))?:(\w+)$/.exec(text) ?? [];
    if (column === undefined) {
      const target = tableOf(to);
      if (!schema.has(left) || schema.has(target) || !now.has(target))
        throw badRename(text, 'name a table that is gone and one that is new: task:job');
      addRename(draft, { table: left, column: null }, target);
      return null;
    }
    const target = tableOf(left);
    const table = Object.entries(draft.tables).find(([, name]) => name === target)?.[0] ?? target;
    const old = [column, `${column}_id`].find((name) => schema.get(table)?.columns.has(name));
    const next = [to, `${to}_id`].find((name) => now.get(target)?.columns.has(name));
    if (old === undefined || next === undefined || old === next) throw badRename(text, COLUMNS);
    addRename(draft, { table, column: old }, next);
    return { text, table, column: old, to: next };
  });
  for (const one of read)
    if (one !== null)
      requireFreeName(one, draft.columns[one.table]!, schema.get(one.table)!.columns);
  return draft;
}

const COLUMNS = 'name a column that is gone and one that is new: task.title:headline';

/** Refuses a new name that another column keeps, and columns that swap names. */
function requireFreeName(
  { text, column, to }: { readonly text: string; readonly column: string; readonly to: string },
  renamed: Readonly<Record<string, string>>,
  had: ReadonlyMap<string, unknown>,
): void {
  if (isCycle(renamed, column)) throw badRename(text, SWAPPED);
  if (had.has(to) && renamed[to] === undefined)
    throw badRename(
      text,
      `${COLUMNS}\n\`${to}\` existed before: if it was renamed, too, pass that as well`,
    );
}

const SWAPPED = 'columns that swap names need two runs of sync, the first with a temporary name';

const badRename = (text: string, help: string): Refusal =>
  refusal('bad-rename', `\`--rename ${text}\` does not match a rename`, help);

/** Refuses to drop what may have been renamed: without a terminal a flag must decide. */
export function requireRenames({ app }: OpenProject, known: SyncedState, renames: Renames): void {
  const problems = goneNames(known, app, renames).map((gone) =>
    problem(
      'renamed-or-dropped',
      `\`${nameOf(gone)}\` is gone from the entities and ${quoted(gone.others)} is new: renamed or replaced?`,
      `--rename ${nameOf(gone)}:${gone.others[0]} keeps the data, --drop-data drops it`,
    ),
  );
  refuseErrors(problems);
}
