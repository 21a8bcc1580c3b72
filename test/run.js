// `npm test`: installs what is missing, runs the tests of a ring (rings.ts), and closes with one plain line of counts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../bin/checkout/prepare.js';

const root = join(import.meta.dirname, '..');
const report = join(root, '.tmp', 'vitest.json');
const RINGS = ['quick', 'long', 'all'];
const PARTS = {
  quick: 'the generator, merges, golden files, the engine on SQLite, and the whole way once',
  long: 'PostgreSQL, faults, properties, the contract of the service, commands over edited projects, all pages in a browser',
};
const ABOUT = {
  quick: `Quick tests, some three minutes on two cores: ${PARTS.quick}.\nLeft out (npm run test:long): ${PARTS.long}.`,
  long: `Long tests, some twenty-five minutes on two cores: ${PARTS.long}.\nLeft out (npm test): ${PARTS.quick}.`,
  all: 'All tests, in both rings.',
};
const [first, ...others] = process.argv.slice(2);
const [ring, given] = RINGS.includes(first) ? [first, others] : ['quick', process.argv.slice(2)];

if (!(await prepare({ whole: true }))) process.exit(1);
mkdirSync(join(root, '.tmp'), { recursive: true });
// What earlier runs have kept for others (test/support/kept.ts); the long ring runs after the quick one.
if (ring !== 'long') rmSync(join(root, '.tmp', 'kept'), { recursive: true, force: true });

console.log(`\n${ABOUT[ring]}\n`);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...given], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, RING: ring },
});
const counts = JSON.parse(readFileSync(report, 'utf8'));
const skipped = counts.numPendingTests + counts.numTodoTests;
console.log(
  `${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
// A run that could not even begin has no failed test.
process.exit((status ?? 1) || (counts.success && counts.numPassedTests > 0 ? 0 : 1));
