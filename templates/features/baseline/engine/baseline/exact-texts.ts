import type { Dialect } from '../database/dialect.js';
import type { ColumnInfo } from '../fields/column-info.js';

/** A column compared by its exact text, whatever it holds for equal: `NOCASE` of SQLite, `citext` of PostgreSQL. */
const EXACT: Readonly<Record<Dialect['name'], (text: string) => string>> = {
  sqlite: (text) => `${text} COLLATE BINARY`,
  postgres: (text) => `${text}::text`,
};

const isText = ({ type, transformer }: ColumnInfo): boolean =>
  (type === 'string' || type === 'text') && !transformer;

/**
 * Texts that are equal only if they are the same, in keys, references and filters: otherwise `GET /unit/KG` would find `kg`, which no
 * other statement knows by that name. The usual comparison stands first, for the index of the column.
 */
export function withExactTexts(dialect: Dialect): Dialect {
  const exact = EXACT[dialect.name];
  const same = (column: string, mark: string): string =>
    `(${column} = ${mark} AND ${exact(column)} = ${exact(mark)})`;
  return {
    ...dialect,
    equals: (info) => (isText(info) ? same : undefined),
    compare: (column, operator, value, info, bind) =>
      operator === '=' && isText(info)
        ? same(column, bind(dialect.encode(value, info)))
        : dialect.compare(column, operator, value, info, bind),
    inList(column, value, info) {
      const found = dialect.inList(column, value, info);
      return isText(info) ? `(${found} AND ${dialect.inList(exact(column), value, info)})` : found;
    },
  };
}
