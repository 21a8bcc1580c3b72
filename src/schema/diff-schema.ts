import { isDeepStrictEqual } from 'node:util';
import { namesColumn } from '../model/sql-expression.js';
import { EMPTY_VALUES } from '../model/value.js';
import { isExactColumn, storedExact } from './exact-column.js';
import { isListColumn, storedList } from './list-column.js';
import { replay } from './engine/replay.js';
import {
  keyColumns,
  own,
  type ColumnSpec,
  type ForeignKeySpec,
  type OwnSql,
  type Schema,
  type TableSchema,
  type TableStep,
} from './engine/schema.js';
import { EMPTY_TABLE } from './schema.js';

/** The steps from one schema to another; both use the new names. */
export function diffSchema(before: Schema, after: Schema): readonly TableStep[] {
  const kept = keptFor(before, after);
  return [...(kept === before ? [] : stepsTo(before, kept)), ...stepsTo(kept, after)];
}

/**
 * A schema without references that change their target table, since their ids would be wrong; such a join table is dropped
 * as a whole. Generated columns that change are made anew, with the indexes and checks that name them.
 */
function keptFor(before: Schema, after: Schema): Schema {
  const steps = Object.entries(before.tables).flatMap(([table, old]): TableStep[] => {
    const next = own(after.tables, table);
    if (!next) return [];
    const gone = retargeted(old, next);
    const made = remade(old, next);
    const isOther = !isDeepStrictEqual(new Set(old.primaryKey), new Set(next.primaryKey));
    if (isOther || old.primaryKey.some((column) => gone.includes(column)))
      return [{ do: 'dropTable', table }];
    return [
      ...dropRulesOver(made, table, old),
      ...[...made, ...gone].map((column): TableStep => ({ do: 'dropColumn', table, column })),
    ];
  });
  return steps.length === 0 ? before : replay(steps, before);
}

/** The generated columns that have to be made anew: with another expression, or over a column that changes. */
function remade(old: TableSchema, next: TableSchema): string[] {
  const was = Object.entries(old.columns);
  const changed = was.filter(([name, spec]) => !isDeepStrictEqual(spec, own(next.columns, name)));
  if (changed.length === 0) return [];
  const names = changed.map(([name]) => name);
  return was.flatMap(([name, spec]) => {
    const now = own(next.columns, name);
    if (now === undefined) return [];
    if (spec.generated !== now.generated) return [name];
    if ((spec.expression ?? now.expression) === undefined) return [];
    const isOver = (one: string) => textsOf(spec.expression).some((sql) => namesColumn(sql, one));
    return names.some((one) => one === name || isOver(one)) ? [name] : [];
  });
}

const retargeted = (old: TableSchema, next: TableSchema): string[] =>
  old.foreignKeys
    .filter(
      (old) =>
        typeof old.column === 'string' &&
        next.foreignKeys.some((key) => key.column === old.column && key.table !== old.table),
    )
    .flatMap(keyColumns);

function stepsTo(before: Schema, after: Schema): readonly TableStep[] {
  const has = (schema: Schema, name: string) => Object.hasOwn(schema.tables, name);
  const gone = Object.entries(before.tables)
    .filter(([name]) => !has(after, name))
    .reverse();
  const made = Object.entries(after.tables).filter(([name]) => !has(before, name));
  const kept = Object.entries(after.tables).flatMap(([name, table]): Kept[] => {
    const old = own(before.tables, name);
    return old ? [[name, old, table]] : [];
  });
  const both = [...made.map(([name, table]): Kept => [name, EMPTY_TABLE, table]), ...kept];
  const goneNames = new Set(gone.map(([name]) => name));
  return [
    ...gone.flatMap(([table, { foreignKeys }]) =>
      foreignKeys
        .filter((key) => key.table !== table && goneNames.has(key.table))
        .map((key): TableStep => ({ do: 'dropForeignKey', table, key })),
    ),
    ...kept.flatMap(dropRules),
    ...kept.flatMap(dropConstraints),
    ...gone.map(([table]): TableStep => ({ do: 'dropTable', table })),
    ...kept.flatMap(dropColumns),
    ...made.map(([table, { columns, primaryKey }]): TableStep => {
      return { do: 'createTable', table, columns, primaryKey };
    }),
    ...kept.flatMap(changeColumns),
    ...both.flatMap(addIndexes),
    ...both.flatMap(addRules),
    ...both.flatMap(addForeignKeys),
  ];
}

/** A table of both schemas, before and after. */
type Kept = readonly [table: string, old: TableSchema, next: TableSchema];

/** The indexes of a table by kind, with the steps that add and drop one. */
const INDEXES = [
  ['uniques', 'addUnique', 'dropUnique'],
  ['indexes', 'addIndex', 'dropIndex'],
  ['trigrams', 'addTrigram', 'dropTrigram'],
] as const;

/** The rules of a table that are SQL, with the steps that add and drop one. */
const RULES = [
  ['sqlIndexes', 'addSqlIndex', 'dropSqlIndex'],
  ['checks', 'addCheck', 'dropCheck'],
] as const;

const rulesOf = (table: TableSchema, kind: (typeof RULES)[number][0]) =>
  Object.entries(table[kind] ?? {});

/** The steps that drop what is SQL and names columns that go: PostgreSQL would do that without a word, and SQLite refuses to. */
const dropRulesOver = (
  columns: readonly string[],
  table: string,
  old: TableSchema,
): readonly TableStep[] =>
  RULES.flatMap(([kind, , drop]) =>
    rulesOf(old, kind)
      .filter(([, sql]) =>
        textsOf(sql).some((text) => columns.some((one) => namesColumn(text, one))),
      )
      .map(([name, sql]): TableStep => ({ do: drop, table, name, sql })),
  );

/** SQL of the developer's, as each database has it. */
const textsOf = (sql: OwnSql | undefined): readonly string[] =>
  Object.values(typeof sql === 'string' ? [sql] : (sql ?? []));

const dropRules = ([table, old, next]: Kept): readonly TableStep[] =>
  RULES.flatMap(([kind, , drop]) =>
    missing(rulesOf(old, kind), rulesOf(next, kind)).map(([name, sql]): TableStep => ({
      do: drop,
      table,
      name,
      sql,
    })),
  );

const addRules = ([table, old, next]: Kept): readonly TableStep[] =>
  RULES.flatMap(([kind, add]) =>
    missing(rulesOf(next, kind), rulesOf(old, kind)).map(([name, sql]): TableStep => ({
      do: add,
      table,
      name,
      sql,
    })),
  );

function dropConstraints([table, old, next]: Kept): readonly TableStep[] {
  const keys = missing(old.foreignKeys, next.foreignKeys);
  return [
    ...keys.map((key): TableStep => ({ do: 'dropForeignKey', table, key })),
    ...INDEXES.flatMap(([kind, , drop]) =>
      missing(old[kind], next[kind]).map((columns): TableStep => ({ do: drop, table, columns })),
    ),
  ];
}

function dropColumns([table, old, next]: Kept): readonly TableStep[] {
  const gone = Object.keys(old.columns).filter((column) => !Object.hasOwn(next.columns, column));
  return gone.map((column) => ({ do: 'dropColumn', table, column }));
}

function changeColumns([table, old, next]: Kept): readonly TableStep[] {
  return Object.entries(next.columns).flatMap(([column, spec]): readonly TableStep[] => {
    const was = own(old.columns, column);
    if (was !== undefined && isDeepStrictEqual(was, spec)) return [];
    const kind = was === undefined ? 'addColumn' : 'changeColumn';
    const backfill = becomesRequired(was, spec) ? backfillOf(column, spec, next.foreignKeys) : null;
    return [{ do: kind, table, column, spec, ...backfill }];
  });
}

/** Whether existing rows need a value for a newly required column. */
function becomesRequired(was: ColumnSpec | undefined, spec: ColumnSpec): boolean {
  if (spec.expression !== undefined || spec.generated === true) return false;
  return spec.nullable !== true && (was === undefined || was.nullable === true);
}

const hasDefault = (spec: ColumnSpec): boolean =>
  spec.default !== undefined || spec.defaultSql !== undefined;

/** The newly required columns without a default, by table, which need a value for existing rows. */
export function columnsToFill(
  before: Schema,
  after: Schema,
): readonly [table: string, column: string][] {
  const kept = keptFor(before, after);
  return Object.entries(after.tables).flatMap(([name, { columns }]) => {
    const old = own(kept.tables, name)?.columns;
    const isOpen = ([column, spec]: readonly [string, ColumnSpec]) =>
      old && !hasDefault(spec) && becomesRequired(own(old, column), spec);
    return Object.entries(columns)
      .filter(isOpen)
      .map(([column]): [string, string] => [name, column]);
  });
}

const addIndexes = ([table, old, next]: Kept): readonly TableStep[] =>
  INDEXES.flatMap(([kind, add]) =>
    missing(next[kind], old[kind]).map((columns): TableStep => ({ do: add, table, columns })),
  );

function addForeignKeys([table, old, next]: Kept): readonly TableStep[] {
  const keys = missing(next.foreignKeys, old.foreignKeys);
  return keys.map((key) => ({ do: 'addForeignKey', table, key }));
}

/** The value of a required column in existing rows; none for a reference, which cannot be guessed. */
function backfillOf(column: string, spec: ColumnSpec, keys: readonly ForeignKeySpec[]) {
  const isOpen = !hasDefault(spec) && !keys.some((key) => keyColumns(key).includes(column));
  if (isOpen && isListColumn(spec)) return { backfill: storedList([]) };
  if (isOpen && isExactColumn(spec)) return { backfill: storedExact('0') };
  return isOpen && spec.type in EMPTY_VALUES ? { backfill: EMPTY_VALUES[spec.type] } : null;
}

function missing<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  return items.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)));
}
