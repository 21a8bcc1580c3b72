import { table } from './markdown.js';
import { read } from './repository.js';

/** The servers in the report of the benchmarks, and their names for readers. */
const SERVERS: Readonly<Record<string, string>> = {
  limit: 'hand-written',
  ...{ crudgen: 'crudgen', Feathers: 'Feathers', NestJS: 'NestJS + @dataui/crud' },
  ...{ Strapi: 'Strapi', 'json-server': 'json-server' },
};
const WORKERS: Readonly<Record<string, string>> = {
  'one process': 'one process',
  'WORKERS=2': 'two workers',
};

/** A row of the report: how one target serves one operation. */
interface Row {
  readonly operation: string;
  readonly target: string;
  /** Requests per second, as the report writes them. */
  readonly requests: string;
  /** The lowest ratio of all rounds to the first target of the operation. */
  readonly ratio: string;
}

/** A comment in a page, in place of which the page shows a ratio: section, operation and target. */
const RATIO = /<!-- ratio ([^/]+)\/([^/]+)\/(.+?) -->/g;

/** A page with the figures that it names by comments, from the report of the benchmarks. */
export const withFigures = (text: string): string =>
  text
    .replace('<!-- peers -->', () => requestsTable('SQLite, 100,000 tasks', SERVERS))
    .replace('<!-- workers -->', workersTable)
    .replace(RATIO, (_, section: string, operation: string, target: string) => {
      const found = rowsIn(section).find(
        (row) => row.operation === operation && row.target === target,
      );
      if (found === undefined)
        throw new Error(`the report of the benchmarks has no ${section}/${operation}/${target}`);
      return found.ratio;
    });

/** The rows of a section, whose heading starts with these words. */
function rowsIn(section: string): readonly Row[] {
  const parts = read('test/bench/results/report.md').split(/^### /m);
  const part = parts.find((one) => one.startsWith(section)) ?? '';
  const rows = [...part.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([\d,]+) \| ([\d.]+) \|/gm)];
  if (rows.length === 0) throw new Error(`the report of the benchmarks has no ${section}`);
  return rows.map(([, operation = '', target = '', requests = '', ratio = '']) => ({
    ...{ operation, target, requests, ratio },
  }));
}

/** The targets of each operation that all of them took part in. */
function byOperation(section: string, targets: readonly string[]): [string, readonly Row[]][] {
  const rows = rowsIn(section);
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  return operations.flatMap((name): [string, readonly Row[]][] => {
    const found = targets.flatMap((target) =>
      rows.filter((row) => row.operation === name && row.target === target),
    );
    return found.length === targets.length ? [[name, found]] : [];
  });
}

/** Requests per second, by operation and target. */
function requestsTable(section: string, names: Readonly<Record<string, string>>): string {
  const rows = byOperation(section, Object.keys(names)).map(([operation, found]) => [
    operation,
    ...found.map(({ requests }) => requests),
  ]);
  return table(['requests/s', ...Object.values(names)], rows);
}

/** Requests per second of one process and of two, with the lowest ratio of all rounds. */
function workersTable(): string {
  const rows = byOperation('Several processes on SQLite', Object.keys(WORKERS));
  return table(
    ['requests/s', ...Object.values(WORKERS), 'lowest ratio'],
    rows.map(([operation, found]) => [
      operation,
      ...found.map(({ requests }) => requests),
      found.at(-1)!.ratio,
    ]),
  );
}
