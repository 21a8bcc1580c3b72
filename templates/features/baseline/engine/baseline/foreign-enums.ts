import { type BulkColumn, type Dialect, type Session, statementOf } from '../database/dialect.js';
import { quoteTable } from '../database/steps/step.js';

/** The columns of a table whose types list their values, with the names of these types. */
const ENUMS = statementOf(
  'SELECT a.attname, format_type(a.atttypid, NULL) FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid ' +
    "WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND t.typtype = 'e'",
);

/**
 * Writes many rows at once into columns of PostgreSQL's enums, too: as a list, their values are texts, which PostgreSQL takes for no
 * value of an enum. The types of a table are read before its first such write.
 */
export function withForeignEnums(dialect: Dialect): Dialect {
  if (dialect.name !== 'postgres') return dialect;
  const types = new Map<string, ReadonlyMap<string, string>>();
  const typesOf = async (session: Session, table: string) => {
    const known = types.get(table);
    if (known !== undefined) return known;
    const rows = await session.rows(ENUMS, [quoteTable(table)]);
    const read = new Map(rows.map(([column, type]) => [String(column), String(type)]));
    types.set(table, read);
    return read;
  };
  const typed = async (session: Session, table: string, columns: readonly BulkColumn[]) => {
    if (!columns.some(({ type }) => type === 'enum' || type === 'string')) return columns;
    const found = await typesOf(session, table);
    return found.size === 0
      ? columns
      : columns.map((one) => ({ ...one, storedAs: found.get(one.column) }));
  };
  return {
    ...dialect,
    insertRows: async (session, table, columns, rows) =>
      dialect.insertRows(session, table, await typed(session, table, columns), rows),
    insertTogether: async (session, inserts) => {
      const all = [];
      for (const one of inserts)
        all.push({ ...one, columns: await typed(session, one.table, one.columns) });
      await dialect.insertTogether(session, all);
    },
    updateRows: async (session, update, counted, keys) => {
      const columns = await typed(session, update.table, update.columns);
      await dialect.updateRows!(session, { ...update, columns }, counted, keys);
    },
  };
}
