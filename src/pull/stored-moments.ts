import { quoteName } from '../model/quote.js';
import type { Column, DatabaseSchema, Queries, Rows, Table } from './database.js';

/** Rows that are looked at, so that a large table does not keep anybody waiting. */
const LOOKED_AT = 10_000;
/** The types of columns with moments in SQLite. */
export const MOMENTS: readonly string[] = ['date', 'datetime', 'timestamp'];

const nameOf = (table: Table, column: Column): string => `${table.name}.${column.name}`;

/** What is in a column: `usual` for texts in the form of the service, else the type of SQLite. */
function kindsIn(table: Table, column: Column): string {
  const fraction = `substr(c, 20, 1) IN ('', '.') AND substr(c, 21) NOT GLOB '*[^0-9]*'`;
  const usual =
    column.type === 'date'
      ? 'length(c) = 10'
      : `(length(c) = 19 OR length(c) BETWEEN 21 AND 26) AND substr(c, 11, 1) = ' ' AND ${fraction}`;
  const kind = `CASE WHEN typeof(c) = 'text' AND c GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-*' AND ${usual} THEN 'usual' ELSE typeof(c) END`;
  const values = `SELECT ${quoteName(column.name)} AS c FROM ${quoteName(table.name)} WHERE c IS NOT NULL LIMIT ${LOOKED_AT}`;
  return `SELECT DISTINCT ${kind} AS kind FROM (${values})`;
}

/** The queries for what columns of moments hold in SQLite, where a column holds anything. */
export const momentQueries = ({ kind, tables }: DatabaseSchema): Queries =>
  Object.fromEntries(
    tables
      .filter((table) => kind === 'sqlite' && table.kind === 'table')
      .flatMap((table) =>
        table.columns
          .filter((column) => MOMENTS.includes(column.type) && !column.generated)
          .map((column) => [nameOf(table, column), kindsIn(table, column)]),
      ),
  );

/** The schema with columns of numbers as what they are; texts that only look like moments are named. */
export const withStoredMoments = (schema: DatabaseSchema, rows: Rows<Queries>): DatabaseSchema => ({
  ...schema,
  tables: schema.tables.map((table) => {
    const others = [...table.others];
    const columns = table.columns.map((column) => {
      const kinds = (rows[nameOf(table, column)] ?? []).map(({ kind }) => String(kind));
      const isOdd = kinds.some((kind) => kind !== 'usual');
      const isNumber = isOdd && kinds.every((kind) => kind === 'integer');
      if (isNumber) others.push(`${column.name}: its moments are numbers, and so is the field`);
      else if (isOdd)
        others.push(
          `${column.name}: some of its moments are numbers or texts of another form, which are shown, but which filters and the order miss`,
        );
      return isNumber ? { ...column, type: 'integer' } : column;
    });
    return { ...table, columns, others };
  }),
});
