// `npm test`: installs what is missing, runs every vitest project, and closes with one plain line of counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const report = join(root, '.tmp', 'vitest.json');

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  return status ?? 1;
}

if (!existsSync(join(root, 'node_modules', 'vitest'))) {
  const status = run('npm', ['ci', '--no-audit', '--no-fund']);
  if (status !== 0) process.exit(status);
}
mkdirSync(join(root, '.tmp'), { recursive: true });
// What earlier runs have kept for others (test/support/kept.ts).
rmSync(join(root, '.tmp', 'kept'), { recursive: true, force: true });
if (run('npm', ['run', '--silent', 'build']) !== 0) process.exit(1);

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const status = run(process.execPath, [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
const counts = JSON.parse(readFileSync(report, 'utf8'));
const skipped = counts.numPendingTests + counts.numTodoTests;
console.log(
  `${counts.numPassedTests} passed, ${counts.numFailedTests} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
// A run that could not even begin has no failed test.
process.exit(status || (counts.success && counts.numPassedTests > 0 ? 0 : 1));
