import type { App } from '../model/model.js';
import { type Problem, Refusal } from '../problem.js';
import type { Renames } from '../render/migration/rename-schema.js';
import type { Column, Schema } from '../render/migration/schema.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';
import { migrationsOf } from './plan-model.js';
import { readTemplates, type OpenProject } from './project.js';

/** What derived files and tables were made of, as far as that is known. */
export interface Known {
  /** The model that the pristine copies say. */
  readonly before: App;
  /** The tables as the migrations make them, without those that are the owner's alone. */
  readonly schema: Schema;
  readonly problems: readonly Problem[];
}

/** Reads what a project was made of before its owner edited the entities. */
export async function readKnown(project: OpenProject): Promise<Known> {
  const { readProject } = await import('../read/read-project.js');
  const { readMigrations } = await import('../read/read-migrations.js');
  const { schemaOf } = await import('../render/migration/schema.js');
  const before = project.base === null ? project.app : readProject(project.base).app;
  const paths = migrationsOf(project, await readTemplates());
  const { schema, unread } = readMigrations(
    paths.map((path) => [path, project.mine.get(path)!] as const),
  );
  const [now, was] = [schemaOf(project.app), schemaOf(before)];
  const problems = unread.map((path): Problem => ({
    code: 'unreadable-migration',
    message: `the steps of ${path} are computed, so the tables are taken as crudgen last knew them`,
    severity: 'warning',
  }));
  return { before, schema: unread.length > 0 ? was : limited(schema, now, was), problems };
}

/** A schema without the tables and columns that neither the entities nor crudgen know: they are the owner's. */
function limited(schema: Schema, now: Schema, was: Schema): Schema {
  const tables = [...schema].filter(([name]) => now.has(name) || was.has(name));
  return new Map(
    tables.map(([name, table]) => {
      const known = (column: string) =>
        now.get(name)?.columns.has(column) === true || was.get(name)?.columns.has(column) === true;
      const columns = new Map([...table.columns].filter(([column]) => known(column)));
      const whole = (group: readonly string[]) => group.every((column) => columns.has(column));
      return [
        name,
        {
          columns,
          primaryKey: table.primaryKey,
          uniques: table.uniques.filter(whole),
          indexes: table.indexes.filter(whole),
          foreignKeys: table.foreignKeys.filter(({ column }) => columns.has(column)),
        },
      ];
    }),
  );
}

/** What was renamed by hand: said by `--rename`, or asked where something went and something like it came. */
export async function readRenames(
  context: Context,
  project: OpenProject,
  { schema }: Known,
  given: readonly string[],
): Promise<Renames> {
  const { schemaOf } = await import('../render/migration/schema.js');
  const now = schemaOf(project.app);
  const tables: Record<string, string> = {};
  const columns: Record<string, Record<string, string>> = {};
  for (const text of given) takeRename(text, { schema, now, project, tables, columns });
  const asks = context.terminal.interactive && !context.json;
  for (const [table, name, candidates] of asks ? likely(schema, now, tables, columns) : [])
    for (const other of candidates) {
      const taken = Object.values(columns[table] ?? {}).includes(other);
      if (taken || !(await askYes({ message: `Is \`${table}.${other}\` what was \`${name}\`?` })))
        continue;
      columns[table] = { ...columns[table], [name]: other };
      break;
    }
  return { tables, columns };
}

interface Renaming {
  readonly schema: Schema;
  readonly now: Schema;
  readonly project: OpenProject;
  readonly tables: Record<string, string>;
  readonly columns: Record<string, Record<string, string>>;
}

/** `task.title:headline`, `Task.title:headline`, or `task:job` for a table. */
function takeRename(text: string, { schema, now, project, tables, columns }: Renaming): void {
  const [, left = '', column, to = ''] = /^(\w+)(?:\.(\w+))?:(\w+)$/.exec(text) ?? [];
  const tableOf = (name: string) =>
    project.app.models.find((model) => model.name === name)?.table ?? name;
  if (column === undefined) {
    const target = tableOf(to);
    if (!schema.has(left) || schema.has(target) || !now.has(target))
      throw badRename(text, 'a table that is gone, and one that is new: task:job');
    tables[left] = target;
    return;
  }
  const target = tableOf(left);
  const source = Object.entries(tables).find(([, name]) => name === target)?.[0] ?? target;
  const old = [column, `${column}_id`].find((name) => schema.get(source)?.columns.has(name));
  const next = [to, `${to}_id`].find((name) => now.get(target)?.columns.has(name));
  if (old === undefined || next === undefined || schema.get(source)!.columns.has(next))
    throw badRename(text, 'a column that is gone, and one that is new: task.title:headline');
  columns[source] = { ...columns[source], [old]: next };
}

function badRename(text: string, help: string): Refusal {
  return new Refusal([{ code: 'bad-rename', message: `\`--rename ${text}\` fits nothing`, help }]);
}

/** Columns that went, each with those of its kind that came in the same table. */
export function likely(
  schema: Schema,
  now: Schema,
  tables: Readonly<Record<string, string>> = {},
  columns: Renames['columns'] = {},
): (readonly [table: string, column: string, candidates: string[]])[] {
  return [...schema].flatMap(([name, table]) => {
    const next = now.get(tables[name] ?? name);
    if (!next) return [];
    const said = columns[name] ?? {};
    const came = [...next.columns].filter(
      ([column]) => !table.columns.has(column) && !Object.values(said).includes(column),
    );
    const gone = [...table.columns].filter(
      ([column]) => !next.columns.has(column) && said[column] === undefined,
    );
    return gone.flatMap(([column, spec]) => {
      const fits = came.filter(([, other]) => isLike(spec, other)).map(([other]) => other);
      return fits.length === 0 ? [] : [[name, column, fits] as const];
    });
  });
}

const isLike = (one: Column, other: Column): boolean => one.type === other.type;
