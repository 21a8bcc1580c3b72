import { keyOf } from './choose-tables.js';
import type { Column, Table } from './database.js';
import { oneLine } from './guess-field.js';

/** A table as its model has it: one without a key is read like a view, and others write its rows. */
export function withoutWrites(table: Table): Table {
  if (keyOf(table).columns.length > 0) return table;
  return {
    ...table,
    kind: 'view',
    reason: `no column names its rows: a list without records, which is only read; ${INSTEAD[table.kind === 'view' ? 'view' : 'table']}`,
    columns: table.columns.map(asRead),
    ...{ indexes: [], checks: [], triggers: [] },
    others: [...table.others, ...keptIn(table)],
  };
}

const INSTEAD = {
  view: 'mark a field as `key` if its values are unique, or number the rows: `row_number() OVER (ORDER BY ...) AS id`',
  table: 'it is written once it has a primary key, or a unique index of required columns',
};

/** A column that no service writes. */
const asRead = (column: Column): Column => ({
  ...column,
  default: null,
  counted: false,
  generated: false,
  expression: null,
});

/** What a table has for its writers, who are others. */
const keptIn = ({ columns, indexes, checks, triggers }: Table): readonly string[] => [
  ...indexes.map(({ name, unique }) => `${unique ? 'unique index' : 'index'} ${name}`),
  ...checks.map(({ sql }) => `check ${oneLine(sql)}`),
  ...columns.flatMap(({ name, default: given, counted, generated }) =>
    given === null || counted || generated ? [] : [`default ${oneLine(given)} of ${name}`],
  ),
  ...triggers.map((name) => `trigger ${name}`),
];
