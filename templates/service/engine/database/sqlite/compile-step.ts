import type { Catalog, LiveObject } from '../schema-dialect.js';
import {
  columnWriter,
  createSqlIndex,
  defaultWriter,
  foreignKeyName,
  foreignKeySql,
  indexName,
  quote,
  referenceSql,
  uniqueName,
  valueType,
  valueWriter,
} from '../steps/step.js';
import {
  isCounted,
  isMoment,
  keyColumns,
  own,
  sqlFor,
  type ColumnSpec,
  type Schema,
  type Step,
} from '../steps/schema.js';
import { applyStep, sameColumns, tableOf } from '../steps/replay.js';
import { asText, encode } from './values.js';
import {
  OWN_TRIGGERS,
  createTrigrams,
  dropTrigrams,
  renameTrigrams,
  trigramTriggers,
  type RowKey,
} from './trigrams.js';
import {
  columnOf,
  columnsOf,
  foreignKeyColumns,
  mentions,
  rebuildTable,
  redefineColumn,
  withoutReference,
} from './rebuild-table.js';

/** A step as SQLite statements: its own ALTER TABLE where possible, else a rebuild. */
export function compileStep(
  step: Step,
  before: Schema,
  live: readonly LiveObject[],
): readonly string[] {
  switch (step.do) {
    case 'createTable':
      return [createTable(step)];
    case 'dropTable':
      return [
        ...tableOf(before, step.table).trigrams.flatMap(([column]) =>
          dropTrigrams(step.table, column!, rowKeyOf(before, step.table)),
        ),
        `DROP TABLE ${quote(step.table)}`,
      ];
    case 'renameTable':
      return rename(before, step, step.to, `RENAME TO ${quote(step.to)}`);
    case 'addColumn':
      return addColumn(step, live);
    case 'dropColumn':
      return dropColumn(step, before, live);
    case 'renameColumn':
      return rename(
        before,
        step,
        step.table,
        `RENAME COLUMN ${quote(step.column)} TO ${quote(step.to)}`,
      );
    case 'changeColumn':
      return changeColumn(step, before, live);
    case 'addIndex':
      return [createIndex(step.table, step.columns)];
    case 'dropIndex':
      return [`DROP INDEX ${quote(indexName(step.table, step.columns))}`];
    case 'addUnique':
      return [createUnique(step.table, step.columns)];
    case 'dropUnique':
      return [`DROP INDEX ${quote(uniqueName(step.table, step.columns))}`];
    case 'addTrigram':
      return createTrigrams(step.table, step.columns[0]!, rowKeyOf(before, step.table));
    case 'dropTrigram':
      return dropTrigrams(step.table, step.columns[0]!, rowKeyOf(before, step.table));
    case 'addSqlIndex':
    case 'dropSqlIndex':
    case 'addCheck':
    case 'dropCheck':
      return compileRule(step, live);
    case 'addForeignKey': {
      const key = foreignKeySql(step.table, step.key);
      return rebuildTable(step.table, live, { items: (items) => withConstraint(items, key) });
    }
    case 'dropForeignKey':
      return rebuildTable(step.table, live, {
        items: (items) => withoutForeignKey(items, keyColumns(step.key)),
      });
    case 'sql':
      return [step.up.sqlite].flat();
  }
}

type StepOf<Name extends Step['do']> = Extract<Step, { readonly do: Name }>;

/** The items of a table without the check of that name. */
const withoutCheck =
  (name: string) =>
  (items: readonly string[]): readonly string[] =>
    items.filter((item) => /^CONSTRAINT\s+"?(\w+)"?\s+CHECK\b/i.exec(item)?.[1] !== name);

/** The statements of an index or a check that is SQL; none where there is no SQL for SQLite. */
function compileRule(
  step: StepOf<'addSqlIndex' | 'dropSqlIndex' | 'addCheck' | 'dropCheck'>,
  live: readonly LiveObject[],
): readonly string[] {
  switch (step.do) {
    case 'addSqlIndex':
      return createSqlIndex(step, 'sqlite');
    case 'dropSqlIndex':
      return [`DROP INDEX IF EXISTS ${quote(step.name)}`];
    case 'addCheck': {
      const condition = sqlFor(step.sql, 'sqlite');
      if (condition === undefined) return [];
      const check = `CONSTRAINT ${quote(step.name)} CHECK (${condition})`;
      // The developer's own migration may have made it already.
      const others = withoutCheck(step.name);
      return rebuildTable(step.table, live, {
        items: (items) => withConstraint(others(items), check),
      });
    }
    case 'dropCheck':
      return rebuildTable(step.table, live, { items: withoutCheck(step.name) });
  }
}

function createTable(step: StepOf<'createTable'>): string {
  const [key = ''] = step.primaryKey;
  const counted = step.primaryKey.length === 1 && isCounted(step.columns[key]!);
  const columns = Object.entries(step.columns).map(([name, spec]) =>
    counted && name === key
      ? `${quote(name)} integer PRIMARY KEY AUTOINCREMENT NOT NULL`
      : columnSql(name, spec),
  );
  const primaryKey = counted ? [] : [`PRIMARY KEY (${step.primaryKey.map(quote).join(', ')})`];
  const keys = (step.foreignKeys ?? []).map((key) => foreignKeySql(step.table, key));
  return `CREATE TABLE ${quote(step.table)} (${[...columns, ...primaryKey, ...keys].join(', ')})`;
}

const createIndex = (table: string, columns: readonly string[]): string =>
  `CREATE INDEX ${quote(indexName(table, columns))} ON ${quote(table)} (${columns.map(quote).join(', ')})`;

const createUnique = (table: string, columns: readonly string[]): string =>
  `CREATE UNIQUE INDEX ${quote(uniqueName(table, columns))} ON ${quote(table)} (${columns.map(quote).join(', ')})`;

/** ALTER TABLE can only add a value that every row may have at once: null or a constant. */
const fillKeys = (table: string, column: string, from: string): string =>
  `UPDATE ${quote(table)} SET ${quote(column)} = caseless(${quote(from)})`;

function addColumn(step: StepOf<'addColumn'>, live: readonly LiveObject[]): string[] {
  const { table, column, spec, backfill, caselessOf } = step;
  const constant = spec.default !== undefined && !isMoment(spec.default);
  const isGenerated = sqlFor(spec.expression, 'sqlite') !== undefined;
  const isComputed = isGenerated || sqlFor(spec.defaultSql, 'sqlite') !== undefined;
  const isOpen = isCounted(spec) || spec.nullable;
  const simple = !isComputed && (spec.default === undefined ? isOpen : constant);
  const filled = [
    ...(backfill === undefined ? [] : [setAll(table, column, backfill, spec)]),
    ...(caselessOf === undefined ? [] : [fillKeys(table, column, caselessOf)]),
  ];
  if (simple) {
    const reference = step.references ? ` ${referenceOf(step)}` : '';
    return [
      `ALTER TABLE ${quote(table)} ADD COLUMN ${columnSql(column, spec)}${reference}`,
      ...filled,
    ];
  }
  const item = `${columnSql(column, spec)}${step.references ? ` ${referenceOf(step)}` : ''}`;
  const value = backfill === undefined ? (defaultSql(spec) ?? 'NULL') : valueSql(backfill, spec);
  return rebuildTable(table, live, {
    items: (items) => withColumn(items, item),
    values: { [column]: value },
  });
}

const referenceOf = (step: StepOf<'addColumn'>): string =>
  `CONSTRAINT ${quote(foreignKeyName(step.table, step.column))} ${referenceSql(step.references!)}`;

/** ALTER TABLE drops a column that nothing else in the table refers to. */
function dropColumn(
  { table, column }: StepOf<'dropColumn'>,
  before: Schema,
  live: readonly LiveObject[],
): string[] {
  const keeping = trigramTriggersOf(before, table, column);
  const trigrams = keeping.length > 0 ? dropTrigrams(table, column, rowKeyOf(before, table)) : [];
  const indexes = live.filter(
    (object) => object.type === 'index' && object.table === table && object.sql !== null,
  );
  const gone = indexes.filter(({ sql }) => mentions(sql!.slice(sql!.indexOf('(')), column));
  const rest = live.filter((object) => !gone.includes(object) && !keeping.includes(object.name));
  const drops = [...trigrams, ...gone.map(({ name }) => `DROP INDEX ${quote(name)}`)];
  if (!isEntangled(column, columnsOf(table, live))) {
    return [...drops, `ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`];
  }
  const items = (all: readonly string[]): readonly string[] =>
    withoutKeysOf(all, column).filter((item) => columnOf(item) !== column);
  return [...drops, ...rebuildTable(table, rest, { items })];
}

/** Whether a key, check or computed column refers to the column, or its own definition has constraints. */
const isEntangled = (column: string, items: readonly string[]): boolean =>
  items.some((item) =>
    columnOf(item) === column ? /\b(REFERENCES|UNIQUE)\b/i.test(item) : mentions(item, column),
  );

/** Converts the meaning of values; one that does not fit the new type stops the migration. */
function changeColumn(
  step: StepOf<'changeColumn'>,
  before: Schema,
  live: readonly LiveObject[],
): string[] {
  const { table, column, spec, backfill } = step;
  const old = own(tableOf(before, table).columns, column);
  const converted = old ? convertSql(quote(column), old, spec) : quote(column);
  const initial = old?.nullable && !spec.nullable ? defaultSql(spec) : undefined;
  const fill = backfill === undefined ? initial : valueSql(backfill, spec);
  const value = fill === undefined ? converted : `coalesce(${converted}, ${fill})`;
  if (!columnsOf(table, live).some((item) => columnOf(item) === column))
    throw new Error(`the table \`${table}\` has no column \`${column}\``);
  const keeping = trigramTriggersOf(before, table, column);
  const rest = live.filter(({ name }) => !keeping.includes(name));
  const rebuilt = rebuildTable(table, rest, {
    items: (items) =>
      items.map((item) =>
        columnOf(item) === column ? redefineColumn(item, columnSql(column, spec)) : item,
      ),
    values: { [column]: value },
  });
  if (keeping.length === 0) return rebuilt;
  const key = rowKeyOf(before, table);
  const made = createTrigrams(table, column, key);
  return [...dropTrigrams(table, column, key), ...rebuilt, ...made];
}

/** The value of a column as another type has it. */
export function convertSql(column: string, from: ColumnSpec, to: ColumnSpec): string {
  if (from.type === to.type || to.type === 'sql') return column;
  const number = ['integer', 'bigint', 'float', 'decimal'].includes(to.type);
  if (from.type === 'boolean' && number) return column;
  const words = `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
  const text =
    from.type === 'boolean' ? words : asText(column, { type: valueType(from), transformer: null });
  return `convert_text(${text}, '${to.type}')`;
}

const setAll = (table: string, column: string, value: unknown, spec: ColumnSpec): string =>
  `UPDATE ${quote(table)} SET ${quote(column)} = ${valueSql(value, spec)}`;

/** Columns precede the table constraints. */
function withColumn(items: readonly string[], item: string): readonly string[] {
  const at = items.findIndex((other) => columnOf(other) === null);
  return at < 0 ? [...items, item] : [...items.slice(0, at), item, ...items.slice(at)];
}

const withConstraint = (items: readonly string[], item: string): readonly string[] => [
  ...items,
  item,
];

/** The items without the foreign key of these columns, whether it is a table or a column constraint. */
function withoutForeignKey(
  items: readonly string[],
  columns: readonly string[],
): readonly string[] {
  const [column, second] = columns;
  const isGone = (item: string): boolean => sameColumns(foreignKeyColumns(item), columns);
  return items
    .filter((item) => !isGone(item))
    .map((item) =>
      second === undefined && columnOf(item) === column ? withoutReference(item) : item,
    );
}

/** The items without the foreign keys that a column is in. */
const withoutKeysOf = (items: readonly string[], column: string): readonly string[] =>
  items
    .map(foreignKeyColumns)
    .filter((columns) => columns.includes(column))
    .reduce(withoutForeignKey, withoutForeignKey(items, [column]));

/** The triggers of a column's trigram index; none without one. */
const trigramTriggersOf = (before: Schema, table: string, column: string): readonly string[] =>
  tableOf(before, table).trigrams.some(([one]) => one === column)
    ? trigramTriggers(table, column)
    : [];

/** The primary key of a table whose rows a trigram index finds. */
function rowKeyOf(schema: Schema, table: string): RowKey {
  const { primaryKey, columns } = tableOf(schema, table);
  const [column = 'id'] = primaryKey;
  return { column, type: own(columns, column)?.type ?? 'id' };
}

/** The statement that renames a table or a column, and everything whose name is derived from it. */
function rename(before: Schema, step: Step & { table: string }, to: string, how: string): string[] {
  const old = tableOf(before, step.table).trigrams;
  const after = applyStep(before, step);
  const next = tableOf(after, to).trigrams;
  const renaming = [`ALTER TABLE ${quote(step.table)} ${how}`];
  const taken = old.reduce((statements, [column], at) => {
    const [from, become] = [[step.table, column!] as const, [to, next[at]![0]!] as const];
    if (String(from) === String(become)) return statements;
    return renameTrigrams([from, become], rowKeyOf(after, to), statements);
  }, renaming);
  return [...taken, ...renameIndexes(before, step, step.table, to)];
}

/** Index names are derived from table and columns, so they change with them. */
function renameIndexes(before: Schema, step: Step, from: string, to: string): string[] {
  const old = tableOf(before, from);
  const next = tableOf(applyStep(before, step), to);
  const renamed = (
    name: typeof indexName,
    create: typeof createIndex,
    olds: readonly (readonly string[])[],
    nexts: readonly (readonly string[])[],
  ): string[] =>
    olds.flatMap((columns, index) => {
      const changed = nexts[index]!;
      if (name(from, columns) === name(to, changed)) return [];
      return [`DROP INDEX ${quote(name(from, columns))}`, create(to, changed)];
    });
  return [
    ...renamed(indexName, createIndex, old.indexes, next.indexes),
    ...renamed(uniqueName, createUnique, old.uniques, next.uniques),
  ];
}

const valueSql = valueWriter(
  {
    now: `(strftime('%Y-%m-%d %H:%M:%f', 'now'))`,
    today: `(date('now'))`,
  },
  encode,
  'sqlite',
);

const defaultSql = defaultWriter('sqlite', valueSql);

const plainColumn = columnWriter('sqlite', typeSql, defaultSql);

/** A column definition. SQLite counts keys alone: another counted column is empty. */
const columnSql = (name: string, spec: ColumnSpec): string =>
  plainColumn(name, isCounted(spec) ? { ...spec, nullable: true } : spec);

/** The declared type; chosen so that SQLite's affinity leaves values unchanged. */
function typeSql(spec: ColumnSpec): string {
  switch (spec.type) {
    case 'id':
      return 'integer';
    case 'bigint':
      return isCounted(spec) ? 'integer' : 'bigint';
    case 'string':
      return `varchar(${spec.length ?? 255})`;
    case 'float':
      return 'double precision';
    case 'decimal':
      return `decimal(${spec.precision},${spec.scale ?? 0})`;
    case 'datetime':
      return 'datetime(3)';
    case 'uuid':
      return 'varchar(36)';
    case 'color':
      return 'varchar(7)';
    case 'json':
      return 'text';
    case 'sql':
      return spec.sqlite!;
    default:
      return spec.type;
  }
}

/** Queries of the file's own schema. */
export const catalog: Catalog = {
  columns: `
    SELECT m.name AS "table", c.name AS "column", c.type, NOT c."notnull" AS nullable,
      c.dflt_value IS NOT NULL OR c.hidden > 1 AS "hasDefault"
    FROM sqlite_master m, pragma_table_xinfo(m.name) c
    WHERE m.type = 'table' AND c.hidden <> 1 AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  indexes: `
    SELECT m.name AS "table", i.name, i."unique", c.name AS "column"
    FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    WHERE m.type = 'table' AND NOT i.partial AND c.name IS NOT NULL ORDER BY i.name, c.seqno`,
  foreignKeys: `
    SELECT m.name AS "table", m.name || ' ' || k.id AS name, k."from" AS "column", k."table" AS target,
      coalesce(k."to", (SELECT name FROM pragma_table_info(k."table") WHERE pk = k.seq + 1)) AS "to",
      k.on_delete AS "onDelete"
    FROM sqlite_master m, pragma_foreign_key_list(m.name) k WHERE m.type = 'table' ORDER BY m.name, k.id, k.seq`,
  triggers: `SELECT DISTINCT tbl_name AS "table" FROM sqlite_master WHERE type = 'trigger' AND NOT ${OWN_TRIGGERS}`,
  typeOf: typeSql,
  holds: (type, wanted) => type === wanted,
};
