/*
 * Breaks what the requirements of the report by OWASP ASVS ask for, one after the other, and prints whether the report notices:
 * `npx tsx test/asvs/mutate.ts`, or with numbers as in `npx tsx test/asvs/mutate.ts 6.4 8.2.2`. Ends with 1 where one goes unnoticed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { change, makeProject, reportOf } from './broken-project.js';
import { MUTATIONS, type Mutation } from './mutations.js';

const tmp = join(import.meta.dirname, '../../.tmp');
mkdirSync(tmp, { recursive: true });
const folder = mkdtempSync(join(tmp, 'asvs-'));
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const numbers = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ requirement }) =>
    numbers.length === 0 || numbers.some((number) => `${requirement}.`.startsWith(`${number}.`)),
);
const project = makeProject(folder);
const whole = reportOf(project, [...new Set(chosen.map(({ requirement }) => requirement))]);
const isPassed = (number: string): boolean =>
  whole.requirements.some((one) => one.number === number && one.result === 'passed');
const noticed = chosen.map((mutation) => {
  const found = resultOf(mutation);
  const { requirement, what } = mutation;
  // What fails unbroken, too, notices nothing.
  const isNoticed = isPassed(requirement) && found.startsWith('failed');
  const row = [requirement.padEnd(7), what.padEnd(45), isNoticed ? 'yes' : 'no ', found];
  process.stdout.write(`| ${row.join(' | ')} |\n`);
  return isNoticed;
});
const count = noticed.filter(Boolean).length;
process.stdout.write(`\n${count} of ${chosen.length} were noticed\n`);
process.exitCode = count < chosen.length ? 1 : 0;

/** What becomes of the requirement of a mutation. */
function resultOf({ requirement, changes }: Mutation): string {
  const undo = changes.map((one) => change(project, one));
  try {
    const [line] = reportOf(project, [requirement]).requirements;
    return [line?.result, line?.error?.slice(0, 110)].filter(Boolean).join(': ');
  } catch (error) {
    return `no report: ${(error as Error).message.split('\n')[0]}`;
  } finally {
    for (const one of undo.reverse()) one();
  }
}
