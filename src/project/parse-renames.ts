import { refusal, type Refusal } from '../problem.js';
import { isCycle } from '../schema/rename-schema.js';
import { schemaOf } from '../schema/schema.js';
import type { GoneName } from './gone-names.js';
import type { OpenProject } from './open-project.js';
import type { SyncedState } from './read-synced-state.js';

/** Renames, as they are found. */
export interface Draft {
  readonly tables: Record<string, string>;
  readonly columns: Record<string, Record<string, string>>;
}

/** Adds the rename of a table or a column. */
export function addRename({ tables, columns }: Draft, { table, column }: Named, to: string): void {
  if (column === null) tables[table] = to;
  else columns[table] = { ...columns[table], [column]: to };
}

/** A table, or a column of one. */
export type Named = Pick<GoneName, 'table' | 'column'>;

/** The renames of `task.title:headline`, `Task.title:headline`, or `task:job` for a table. */
export function parseRenames(
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
