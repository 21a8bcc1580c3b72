import { createHash } from 'node:crypto';

/** A table or column name in SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A text in SQL, for statements that cannot bind values. */
export const quoteText = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

/** PostgreSQL cuts longer names off, silently. */
const MAX_BYTES = 63;

/** Names of indexes and keys follow from what they are on, so that a step can find them again. */
export const indexName = (table: string, columns: readonly string[]): string =>
  named('idx', table, columns);

export const uniqueName = (table: string, columns: readonly string[]): string =>
  named('uq', table, columns);

export const foreignKeyName = (table: string, column: string): string =>
  named('fk', table, [column]);

function named(kind: string, table: string, columns: readonly string[]): string {
  const name = [kind, table, ...columns].join('_');
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 8);
  const start = Buffer.from(name)
    .subarray(0, MAX_BYTES - 9)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${start}_${hash}`;
}
