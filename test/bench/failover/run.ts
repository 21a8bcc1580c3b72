/**
 * Measures what a service and its clients see when the primary of its PostgreSQL dies:
 *   npx tsx test/bench/failover/run.ts [rounds]
 * It needs `postgresql` and `haproxy` of the system, writes `test/bench/results/failover.svg` and prints a table.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, runFolder } from '../../contract/harness.js';
import { drawChart } from './chart.js';
import { failOver, type Failover } from './measure.js';

const rounds = Number(process.argv[2] ?? 3);
/** How commits are made, and by how many milliseconds the replica is behind when the primary dies. */
const SERIES = [
  ['async', 0],
  ['sync', 0],
  ['async', 300],
  ['sync', 300],
] as const;

const range = (values: readonly number[]): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${least} to ${most}`;
};

const all: Failover[] = [];
const rows: string[] = [];
for (const [mode, behind] of SERIES) {
  const runs: Failover[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await failOver(mode, behind));
  const of = (read: (run: Failover) => number) => range(runs.map(read));
  const names = [
    'promoted',
    'takesWrites',
    'firstRead',
    'firstWrite',
    'acknowledged',
    'lost',
  ] as const;
  const figures = names.map((name) => of((run) => run[name]));
  rows.push(`| ${[mode, behind, ...figures].join(' | ')} |`);
  console.info(rows.at(-1), JSON.stringify(runs.map(({ statuses }) => statuses)));
  all.push(...runs);
}
console.info(
  '| commits | behind ms | promoted ms | takes writes ms | read ms | write ms | written | lost |',
);
console.info(rows.join('\n'));
const shown = (['async', 'sync'] as const).map((mode) => all.find((run) => run.mode === mode)!);
writeFileSync(join(import.meta.dirname, '../results/failover.svg'), drawChart(shown));
removeFolder(runFolder());
// Connections of the clients that are kept alive would keep it.
process.exit();
