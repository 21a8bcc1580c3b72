/**
 * What projects of other versions of crudgen do on the same rows, in the same rounds and with the same packages: whether a change
 * of the engine costs anything.
 */
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.js';
import { fillPostgres, fillSqlite } from './data.js';
import type { Target } from './measure.js';
import { ROWS, type Operation } from './operations.js';
import { makeProject, startOurs } from './ours.js';
import type { Row } from './report.js';
import { runRounds, type Length } from './rounds.js';
import { ROOT } from './servers.js';

const NOW = 'now';

interface Options {
  readonly length: Length;
  readonly hasPostgres: boolean;
}

/** Measures the project of each of these clones against this clone's; returns the figures by database. */
export async function measureVersions(
  directory: string,
  roots: readonly string[],
  operations: readonly Operation[],
  { length, hasPostgres }: Options,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const spec = join(ROOT, 'examples', 'task-manager', 'models.yaml');
  const projects = [ROOT, ...roots].map((root, at) => {
    const project = join(directory, `version-${at}`);
    makeProject(spec, project, [], root);
    return { name: at === 0 ? NOW : root, project };
  });
  const measured = new Map<string, readonly Row[]>();
  const rowsOn = async (urlOf: (project: string) => Promise<string>) => {
    const targets: Target[] = [];
    try {
      for (const { name, project } of projects)
        targets.push(await startOurs(name, project, await urlOf(project)));
      return await runRounds(targets, operations, length);
    } finally {
      for (const target of targets) await target.stop();
    }
  };
  const onFiles = async (project: string) => {
    const file = `${project}.db`;
    await (await startOurs('empty', project, `sqlite:${file}`)).stop();
    fillSqlite(file, ROWS);
    return `sqlite:${file}`;
  };
  measured.set('SQLite', await rowsOn(onFiles));
  if (!hasPostgres) return measured;
  const server = await startPostgres();
  try {
    measured.set(
      'PostgreSQL',
      await rowsOn(async (project) => {
        const url = await server.createDatabase();
        await (await startOurs('empty', project, url)).stop();
        await fillPostgres(url, ROWS);
        return url;
      }),
    );
    return measured;
  } finally {
    await server.stop();
  }
}

/**
 * What this clone's project does of each other's in the same round: requests a second as the median of the rounds, and in
 * brackets the processor time of a request.
 */
export function versionsTable(rows: readonly Row[]): string {
  const others = [...new Set(rows.map(({ target }) => target))].filter((name) => name !== NOW);
  const operations = [...new Set(rows.map(({ operation }) => operation))];
  const shareOf = (operation: string, other: string): string => {
    const of = (target: string) =>
      rows.find((one) => one.target === target && one.operation === operation)!;
    const { median, sample } = of(other);
    return `${(1 / median).toFixed(2)} (${(of(NOW).sample.processor / sample.processor).toFixed(2)})`;
  };
  return [
    `| of | ${others.join(' | ')} |`,
    `|---|${others.map(() => '---:').join('|')}|`,
    ...operations.map(
      (one) => `| ${one} | ${others.map((other) => shareOf(one, other)).join(' | ')} |`,
    ),
  ].join('\n');
}
