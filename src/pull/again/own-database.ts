import { quoteText } from '../../model/quote.js';
import type { Action, Column, DatabaseKind, DatabaseSchema, Index, Table } from '../database.js';
import { madeType } from '../made-column.js';
import { isPlain } from '../table-facts.js';
import { readTypeName } from '../type-name.js';
import {
  type ColumnSpec,
  isCounted,
  isMoment,
  sqlFor,
  type Schema,
  type TableSchema,
  targetColumn,
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

/** A database whose indexes of columns are those of `made` where both have them: what they are called is no difference. */
export const withIndexesOf = (made: DatabaseSchema, live: DatabaseSchema): DatabaseSchema => ({
  ...live,
  tables: live.tables.map((table) => {
    const own = made.tables.find(({ name }) => name === table.name);
    const same = (index: Index) =>
      own?.indexes.find(
        (one) => one.unique === index.unique && String(one.columns) === String(index.columns),
      );
    return {
      ...table,
      indexes: table.indexes.map((index) => (isPlain(index) && same(index)) || index),
    };
  }),
});

function tableOf(name: string, table: TableSchema, kind: DatabaseKind): Table {
  const { columns, primaryKey, uniques, indexes, foreignKeys } = table;
  const schema = kind === 'sqlite' ? null : 'public';
  return {
    ...{ schema, name, kind: 'table', comment: null, primaryKey },
    columns: Object.entries(columns).map(([column, spec]) =>
      columnOf(column, spec, { kind, primaryKey }),
    ),
    foreignKeys: foreignKeys.map((key) => ({
      columns: [key.column],
      ...{ schema, table: key.table, to: [targetColumn(key)] },
      onDelete: key.onDelete satisfies Action,
      onUpdate: 'no action',
    })),
    indexes: [
      ...uniques.map((group) => indexOf(name, group, true)),
      ...indexes.map((group) => indexOf(name, group, false)),
    ],
    ...{ checks: [], triggers: [], others: [] },
  };
}

const indexOf = (table: string, columns: readonly string[], unique: boolean): Index => {
  const name = [unique ? 'uq' : 'idx', table, ...columns].join('_');
  return { name, unique, columns, where: null, sql: name, method: 'btree' };
};

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
