import { table } from './markdown.js';
import { read } from './repository.js';

/** What the report calls the measured servers, and what readers call them. */
const SERVERS: Readonly<Record<string, string>> = {
  limit: 'hand-written',
  ...{ crudgen: 'crudgen', Feathers: 'Feathers', NestJS: 'NestJS + @dataui/crud' },
  ...{ Strapi: 'Strapi', 'json-server': 'json-server' },
};

/** Requests a second by operation and server: those of SQLite in the report of the benchmarks that all servers took part in. */
export function peersTable(): string {
  const [part = ''] = read('test/bench/results/report.md').split(/^(?=### (?!SQLite, 100,000))/m);
  const figures = new Map<string, Map<string, string>>();
  for (const [, operation = '', server = '', requests = ''] of part.matchAll(
    /^\| ([^|]+) \| ([^|]+) \| ([\d,]+) \|/gm,
  )) {
    const row = figures.get(operation) ?? new Map<string, string>();
    figures.set(operation, row.set(server, requests));
  }
  const servers = Object.keys(SERVERS);
  const rows = [...figures]
    .filter(([, row]) => servers.every((server) => row.has(server)))
    .map(([operation, row]) => [operation, ...servers.map((server) => row.get(server)!)]);
  if (rows.length === 0) throw new Error('the report of the benchmarks is laid out in another way');
  return table(['requests/s', ...Object.values(SERVERS)], rows);
}
