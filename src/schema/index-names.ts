import { createHash } from 'node:crypto';

/** PostgreSQL silently truncates longer names. */
const MAX_BYTES = 63;

/** The name of an index that crudgen makes on columns of a table, as the engine of a project names it. */
export function indexName(kind: 'uq' | 'idx', table: string, columns: readonly string[]): string {
  const name = [kind, table.replace('.', '_'), ...columns].join('_');
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 8);
  const start = Buffer.from(name)
    .subarray(0, MAX_BYTES - 9)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
  return `${start}_${hash}`;
}
