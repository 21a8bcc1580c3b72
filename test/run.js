// `npm test`: installs what is missing, runs the tests of a ring (rings.ts), and closes with one plain line of counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { prepare } from '../bin/checkout/prepare.js';

const root = join(import.meta.dirname, '..');
const report = join(root, '.tmp', 'vitest.json');
/** More files than this that fail are no accident. */
const SUSPECTS = 3;
const PARTS = {
  quick: 'the generator, merges, golden files, the engine on SQLite, and the whole way once',
  long: 'the contract of the service, rules against a model of them, commands over an edited project, the back-office in a browser',
  wide: 'PostgreSQL, faults, all pages, commands over many edited projects, the tests of generated projects',
};
const TIMES = {
  quick: 'four to eight minutes',
  long: 'ten to thirteen',
  wide: 'the better part of an hour',
};
const RINGS = [...Object.keys(PARTS), 'all'];
/** What a ring has, and what it leaves to which others. */
function about(ring) {
  if (ring === 'all') return 'All tests, in three rings.';
  const others = Object.entries(PARTS).filter(([name]) => name !== ring);
  const left = others.map(
    ([name, part]) => `  ${name === 'quick' ? 'npm test' : `npm run test:${name}`}: ${part}`,
  );
  return [
    `The ${ring} ring, ${TIMES[ring]} on two cores: ${PARTS[ring]}.`,
    'Left out:',
    ...left,
  ].join('\n');
}
const [word, ...others] = process.argv.slice(2);
const [ring, given] = RINGS.includes(word) ? [word, others] : ['quick', process.argv.slice(2)];

if (!(await prepare({ packages: ring === 'quick' ? 'tests' : 'all' }))) process.exit(1);
mkdirSync(join(root, '.tmp'), { recursive: true });
// What earlier runs have kept for others (test/support/kept.ts); the other rings run after the quick one.
if (ring === 'quick' || ring === 'all')
  rmSync(join(root, '.tmp', 'kept'), { recursive: true, force: true });

console.log(`\n${about(ring)}\n`);
const first = run(given);
const failed = failedIn(first);
let passed = first.success;
if (given.length === 0 && failed.length > 0 && failed.length <= SUSPECTS) {
  // Of a whole ring: faults and races are timed, and what runs beside them takes the time. A real fault fails again.
  console.log(
    `\nOnce more, with nothing beside it: ${failed.map(({ file }) => file).join(', ')}\n`,
  );
  passed = run([...failed.map(({ file }) => file), '--no-file-parallelism']).success;
  for (const { file, tests } of passed ? failed : [])
    console.log(`Failed beside others, passed alone: ${file} (${tests.join('; ')})`);
}
const skipped = first.numPendingTests + first.numTodoTests;
console.log(
  `${first.numPassedTests} passed, ${first.numFailedTests} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
process.exit(passed ? 0 : 1);

/** Runs vitest; what its report counts. A run that could not even begin has no success. */
function run(args) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RING: ring },
  });
  if (!existsSync(report)) process.exit(status || 1);
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  return { ...counts, success: status === 0 && counts.success && counts.numPassedTests > 0 };
}

/** The files of a run that failed, with the names of their failed tests. */
function failedIn({ testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => ({
      file: relative(root, name),
      tests: assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
    }));
}
