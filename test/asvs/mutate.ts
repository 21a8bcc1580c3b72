/*
 * Breaks what the requirements of the report by OWASP ASVS ask for, and prints whether the report notices:
 * `npx tsx test/asvs/mutate.ts`, or with numbers as in `npx tsx test/asvs/mutate.ts 6.4 8.2.2`. Each by itself, which takes a start
 * of the service; with `--together` many at once, none of the same section or file: then a row's error has to be read, as one
 * requirement may fail for what was broken of another. Ends with 1 where one goes unnoticed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { change, makeProject, reportOf } from './broken-project.js';
import { MUTATIONS, type Mutation } from './mutations.js';

const { values: options, positionals: numbers } = parseArgs({
  allowPositionals: true,
  options: { together: { type: 'boolean', default: false } },
});
const tmp = join(import.meta.dirname, '../../.tmp');
mkdirSync(tmp, { recursive: true });
const folder = mkdtempSync(join(tmp, 'asvs-'));
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const chosen = MUTATIONS.filter(
  ({ requirement }) =>
    numbers.length === 0 || numbers.some((number) => `${requirement}.`.startsWith(`${number}.`)),
);
const project = makeProject(folder);
// What fails unbroken, too, notices nothing.
const failed = failuresOf([]);
const unbroken = chosen.filter(({ requirement }) => failed.has(requirement));
for (const { requirement } of unbroken)
  process.stdout.write(`${requirement} is no proof: ${failed.get(requirement)}\n`);

/** Broken, nobody can sign in as the checks do. */
const ALONE = ['6.2.5', '7.2.2'];

let count = 0;
for (const group of options.together ? groupsOf(chosen) : chosen.map((one) => [one])) {
  const found = failuresOf(group);
  for (const { requirement, what } of group) {
    const error = found.get(requirement);
    if (error !== undefined) count += 1;
    const row = [
      requirement.padEnd(7),
      what.padEnd(45),
      error === undefined ? 'no ' : 'yes',
      error,
    ];
    process.stdout.write(`| ${row.join(' | ')} |\n`);
  }
}
process.stdout.write(`\n${count} of ${chosen.length} were noticed\n`);
process.exitCode = count < chosen.length || unbroken.length > 0 ? 1 : 0;

/** What fails of the requirements of mutations, or of all that are chosen, while these are done. */
function failuresOf(mutations: readonly Mutation[]): ReadonlyMap<string, string> {
  const tried = mutations.length > 0 ? mutations : chosen;
  const undo = mutations.flatMap(({ changes }) => changes.map((one) => change(project, one)));
  try {
    const { requirements } = reportOf(
      project,
      tried.map(({ requirement }) => requirement),
    );
    const wrong = requirements.filter(({ result }) => result !== 'passed');
    return new Map(
      wrong.map(({ number, result, error }) => [number, (error ?? result).slice(0, 110)]),
    );
  } catch (error) {
    process.stdout.write(`no report: ${(error as Error).message}\n`);
    return new Map();
  } finally {
    for (const one of undo.reverse()) one();
  }
}

/** Groups in which no two have a section or a file in common. */
function groupsOf(mutations: readonly Mutation[]): readonly (readonly Mutation[])[] {
  const groups: Mutation[][] = [];
  const placesOf = ({ requirement, changes }: Mutation): readonly string[] => [
    requirement.slice(0, requirement.lastIndexOf('.')),
    ...changes.map(([file]) => file),
  ];
  for (const mutation of mutations) {
    const places = placesOf(mutation);
    const isFree = (group: readonly Mutation[]): boolean =>
      !ALONE.includes(group[0]!.requirement) &&
      group.flatMap(placesOf).every((place) => !places.includes(place));
    const group = ALONE.includes(mutation.requirement) ? undefined : groups.find(isFree);
    if (group) group.push(mutation);
    else groups.push([mutation]);
  }
  return groups;
}
