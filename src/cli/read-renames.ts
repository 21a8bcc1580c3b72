import type { App } from '../model/model.js';
import { problem, type Problem, refusal, type Refusal, refuseErrors } from '../problem.js';
import { isCycle, type Renames } from '../schema/rename-schema.js';
import type { Schema } from '../schema/schema.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';
import type { OpenProject } from '../project/open-project.js';
import { goneColumns, goneJoins, goneTables } from '../project/gone-names.js';
import type { SyncedState } from '../project/read-synced-state.js';

/** What was renamed by hand: given by `--rename`, or asked where something went and something similar came. */
export async function readRenames(
  context: Context,
  project: OpenProject,
  known: SyncedState,
  given: readonly string[],
): Promise<Renames> {
  const { schemaOf } = await import('../schema/schema.js');
  const { schema } = known;
  const now = schemaOf(project.app);
  const tables: Record<string, string> = {};
  const columns: Record<string, Record<string, string>> = {};
  const parsed = given.map((text) => parseRename(text, { schema, now, project, tables, columns }));
  for (const one of parsed) if (one !== null) requireFreeName(one, schema, columns[one.table]!);
  if (!context.terminal.interactive || context.json) return { tables, columns };
  for (const find of [goneTables, goneJoins])
    for (const [table, candidates] of find(known, project.app, tables)) {
      const taken = Object.values(tables);
      const free = candidates.filter((other) => !taken.includes(other));
      const other = await askWhich(`\`${table}\``, free, (name) => `\`${name}\``);
      if (other !== null) tables[table] = other;
    }
  for (const [table, name, candidates] of goneColumns(schema, now, tables, columns)) {
    const renamed = columns[table] ?? {};
    const isFree = (other: string) => !schema.get(table)!.columns.has(other) || other in renamed;
    const free = candidates.filter((one) => isFree(one) && !Object.values(renamed).includes(one));
    const other = await askWhich(`\`${name}\``, free, (column) => `\`${table}.${column}\``);
    if (other !== null) columns[table] = { ...columns[table], [name]: other };
  }
  return { tables, columns };
}

/** Asks which new name replaces an old one; null where none does. */
async function askWhich(
  old: string,
  names: readonly string[],
  show: (name: string) => string,
): Promise<string | null> {
  for (const name of names) if (await askYes(`Was ${old} renamed to ${show(name)}?`)) return name;
  return null;
}

interface RenameContext {
  readonly schema: Schema;
  readonly now: Schema;
  readonly project: OpenProject;
  readonly tables: Record<string, string>;
  readonly columns: Record<string, Record<string, string>>;
}

/** A renamed column, by the old name of its table. */
interface ColumnRename {
  readonly text: string;
  readonly table: string;
  readonly column: string;
  readonly to: string;
}

/** Parses `task.title:headline`, `Task.title:headline`, or `task:job` for a table. */
function parseRename(
  text: string,
  { schema, now, project, tables, columns }: RenameContext,
): ColumnRename | null {
  const [, left = '', column, to = ''] = /^(\w+)(?:\.(\w+))?:(\w+)$/.exec(text) ?? [];
  const tableOf = (name: string) =>
    project.app.models.find((model) => model.name === name)?.table ?? name;
  if (column === undefined) {
    const target = tableOf(to);
    if (!schema.has(left) || schema.has(target) || !now.has(target))
      throw badRename(text, 'name a table that is gone and one that is new: task:job');
    tables[left] = target;
    return null;
  }
  const target = tableOf(left);
  const source = Object.entries(tables).find(([, name]) => name === target)?.[0] ?? target;
  const old = [column, `${column}_id`].find((name) => schema.get(source)?.columns.has(name));
  const next = [to, `${to}_id`].find((name) => now.get(target)?.columns.has(name));
  if (old === undefined || next === undefined || old === next) throw badRename(text, COLUMNS);
  columns[source] = { ...columns[source], [old]: next };
  return { text, table: source, column: old, to: next };
}

const COLUMNS = 'name a column that is gone and one that is new: task.title:headline';

/** Refuses a new name that another column keeps, and columns that swap names. */
function requireFreeName(
  { text, table, column, to }: ColumnRename,
  schema: Schema,
  renamed: Readonly<Record<string, string>>,
): void {
  if (isCycle(renamed, column))
    throw badRename(
      text,
      'columns that swap names need two runs of sync, the first with a temporary name',
    );
  if (schema.get(table)!.columns.has(to) && renamed[to] === undefined)
    throw badRename(
      text,
      `${COLUMNS}\n\`${to}\` existed before: if it was renamed, too, pass that as well`,
    );
}

function badRename(text: string, help: string): Refusal {
  return refusal('bad-rename', `\`--rename ${text}\` does not match a rename`, help);
}

/** Refuses to drop what may have been renamed: without a terminal a flag must decide. */
export async function requireRenames(
  after: App,
  known: SyncedState,
  renames: Renames,
): Promise<void> {
  const { schemaOf } = await import('../schema/schema.js');
  const ask = (old: string, others: readonly string[], rename: string): Problem =>
    problem(
      'renamed-or-dropped',
      `\`${old}\` is gone from the entities and \`${others.join('`, `')}\` is new: renamed or replaced?`,
      `--rename ${rename} keeps the data, --drop-data drops it`,
    );
  const problems = [
    ...[goneTables, goneJoins].flatMap((find) =>
      find(known, after, renames.tables).map(([table, others]) =>
        ask(table, others, `${table}:${others[0]}`),
      ),
    ),
    ...goneColumns(known.schema, schemaOf(after), renames.tables, renames.columns).map(
      ([table, column, others]) =>
        ask(`${table}.${column}`, others, `${table}.${column}:${others[0]}`),
    ),
  ];
  refuseErrors(problems);
}
