import { schemaName } from '../../model/names.js';
import { quoteName, quoteText } from '../../model/quote.js';
import type {
  Action,
  Check,
  Column,
  DatabaseKind,
  DatabaseSchema,
  Index,
  Table,
} from '../database.js';
import { madeType } from '../made-column.js';
import { isPlain } from '../table-facts.js';
import { readTypeName } from '../type-name.js';
import {
  type ColumnSpec,
  isCounted,
  isMoment,
  type OwnSql,
  sqlFor,
  type Schema,
  type TableSchema,
  keyColumns,
  targetColumns,
} from '../../schema/engine/schema.js';

/**
 * The database that the migrations of a project make, as it would be read: the base of a project that was not made of a database.
 * Both sides of the merge then lose alike what no guess tells, such as colours.
 */
export const ownDatabase = ({ tables }: Schema, kind: DatabaseKind): DatabaseSchema => ({
  kind,
  tables: Object.entries(tables).map(([name, table]) => tableOf(name, table, kind)),
  views: [],
});

/**
 * A database whose indexes and checks are those of `made` if both databases have them. The name of an index of columns does not count as a
 * difference. Neither does the way in which the database writes SQL: of an index or check in SQL, only the name counts.
 */
export const withRulesOf = (made: DatabaseSchema, live: DatabaseSchema): DatabaseSchema => ({
  ...live,
  tables: live.tables.map((table) => {
    const own = made.tables.find(({ name }) => name === table.name);
    const same = (index: Index) =>
      own?.indexes.find(
        (one) =>
          isPlain(index) &&
          one.unique === index.unique &&
          String(one.columns) === String(index.columns),
      ) ?? own?.indexes.find((one) => one.name === index.name);
    const known = ({ name }: Check) =>
      name === null ? undefined : own?.checks.find((one) => one.name === name);
    return {
      ...table,
      indexes: table.indexes.map((index) => same(index) ?? index),
      checks: table.checks.map((check) => known(check) ?? check),
    };
  }),
});

function tableOf(name: string, table: TableSchema, kind: DatabaseKind): Table {
  const { columns, primaryKey, uniques, indexes, foreignKeys } = table;
  const schema = kind === 'sqlite' ? null : (schemaName(name) ?? 'public');
  return {
    ...{ schema, name, kind: 'table', comment: null, primaryKey },
    columns: Object.entries(columns).map(([column, spec]) =>
      columnOf(column, spec, { kind, primaryKey }),
    ),
    foreignKeys: foreignKeys.map((key) => ({
      columns: keyColumns(key),
      ...{ schema: kind === 'sqlite' ? null : (schemaName(key.table) ?? 'public') },
      ...{ table: key.table, to: targetColumns(key) },
      onDelete: key.onDelete satisfies Action,
      onUpdate: 'no action',
    })),
    indexes: [
      ...uniques.map((group) => indexOf(name, group, true)),
      ...indexes.map((group) => indexOf(name, group, false)),
      ...ownRules(table.sqlIndexes, kind).map(([rule, sql]) => sqlIndexOf(name, rule, sql)),
    ],
    checks: ownRules(table.checks, kind).map(([rule, sql]) => ({ name: rule, sql })),
    ...{ triggers: [], others: [] },
  };
}

const indexOf = (table: string, columns: readonly string[], unique: boolean): Index => {
  const name = [unique ? 'uq' : 'idx', table, ...columns].join('_');
  return { name, unique, columns, where: null, sql: name, method: 'btree' };
};

/** The indexes or checks of which a database of a kind has SQL. */
const ownRules = (
  rules: Readonly<Record<string, OwnSql>> = {},
  kind: DatabaseKind,
): readonly (readonly [name: string, sql: string])[] =>
  Object.entries(rules).flatMap(([name, given]) => {
    const sql = sqlFor(given, kind);
    return sql === undefined ? [] : [[name, sql] as const];
  });

/** An index of which the SQL says what it consists of. */
function sqlIndexOf(table: string, name: string, sql: string): Index {
  const unique = /^UNIQUE\b/i.test(sql);
  const rest = sql.replace(/^UNIQUE\s+/i, '');
  const text = `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ON ${quoteName(table)} ${rest}`;
  return { name, unique, columns: [null], where: null, sql: text, method: 'btree' };
}

interface InTable {
  readonly kind: DatabaseKind;
  readonly primaryKey: readonly string[];
}

function columnOf(name: string, spec: ColumnSpec, { kind, primaryKey }: InTable): Column {
  const declared = madeType(spec, kind);
  const isKey = primaryKey.includes(name);
  const isRowId = kind === 'sqlite' && isKey && primaryKey.length === 1 && declared === 'integer';
  return {
    ...{ name, ...readTypeName(declared), declared, values: null },
    nullable: spec.nullable === true && !isKey,
    default:
      sqlFor(spec.defaultSql, kind) ??
      (spec.default === undefined ? null : defaultOf(spec.default, kind)),
    counted: isCounted(spec) || isRowId,
    generated: sqlFor(spec.expression, kind) !== undefined,
    expression: sqlFor(spec.expression, kind) ?? null,
    ...{ caseless: false, comment: null },
  };
}

const MOMENTS = {
  sqlite: { now: `strftime('%Y-%m-%d %H:%M:%f', 'now')`, today: `date('now')` },
  postgres: {
    now: `date_trunc('milliseconds'::text, now())`,
    today: `((now() AT TIME ZONE 'UTC'::text))::date`,
  },
} as const;

/** A default as SQL. */
function defaultOf(given: unknown, kind: DatabaseKind): string {
  if (isMoment(given)) return MOMENTS[kind][given.sql];
  if (typeof given === 'number') return String(given);
  if (typeof given === 'boolean') return kind === 'sqlite' ? String(Number(given)) : String(given);
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return quoteText(text);
}
