/**
 * `npm run mutants`: breaks each decision of the engine in turn, and asks whether a test would miss it.
 *
 *     npm run mutants -- [--only access/,scope] [--again] [--keep]
 *
 * A mutant is tried where that is cheapest first: by the tests of functions in its layer, at all doors under a few random policies,
 * by the suites of its layer, at all doors under many policies, by the suites over HTTP that concern its file. Prints each
 * survivor. `--again` tries only those mutants that the last run has not killed; `--keep` writes the score of these files to
 * `test/mutants/score.json` and to the table of `test/README.md`. Ends with 1 if a mutant survives.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../support/project-on-disk.js';
import { isEquivalent } from './equivalent.js';
import type { Mutant } from './find-mutants.js';
import { README, SCORE, scoreOf, withTable, type FileScore, type Killed } from './score.js';
import { weaveServices } from './service-mutants.js';
import { FILES, targets, type Target } from './targets.js';
import { tryAtDoors } from './try-at-doors.js';
import { tryInTests, type Kind } from './try-in-tests.js';

/** Policies that a mutant is tried under first, and that survivors are tried under last. */
const [FEW, MANY] = [3, 20];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const home = join(ROOT, '.tmp/mutants');
const known = join(home, 'known.ndjson');
mkdirSync(home, { recursive: true });
const folder = mkdtempSync(join(home, 'run-'));
process.once('SIGINT', () => process.exit(130));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (!options.again) rmSync(known, { force: true });

const words = options.only.split(',');
const all = targets();
const chosen = all.filter(({ file }) => words.some((word) => file.includes(word)));
const byId = new Map(
  chosen.flatMap((target) =>
    target.mutants.map((mutant) => [target.first + mutant.at, { target, mutant }] as const),
  ),
);

/** Names a mutant whatever stands around it, so that the next run knows it again. */
const nameOf = ({ file }: Target, { code, becomes }: Mutant): string =>
  JSON.stringify([file, code, becomes]);

/** What is known of mutants, and under how many policies the survivors of the doors were tried. */
interface Known extends Omit<Killed, 'fault'> {
  readonly name: string;
  readonly fault: string | null;
  readonly policies?: number;
}

const nameById = (id: number): string => {
  const { target, mutant } = byId.get(id)!;
  return nameOf(target, mutant);
};

const killed = new Map<string, Killed>();
const survived = new Map<string, number>();
function remember({ name, by, fault, policies = 0 }: Known): void {
  if (fault !== null) killed.set(name, { by, fault });
  else survived.set(name, Math.max(policies, survived.get(name) ?? 0));
}
for (const line of existsSync(known) ? readFileSync(known, 'utf8').trim().split('\n') : [])
  remember(JSON.parse(line) as Known);

function tell(id: number, by: Killed['by'], fault: string | null, policies?: number): void {
  const { target, mutant } = byId.get(id)!;
  const one = { name: nameOf(target, mutant), by, fault, policies };
  remember(one);
  appendFileSync(known, `${JSON.stringify(one)}\n`);
  if (fault !== null)
    console.log(`killed ${by.padEnd(6)} ${target.file}: ${mutant.becomes} -- ${fault}`);
}

const left = (): number[] =>
  [...byId].flatMap(([id, { target, mutant }]) =>
    isEquivalent(target.file, mutant) || killed.has(nameOf(target, mutant)) ? [] : [id],
  );

/** What stands outside of functions has run before a mutant could be chosen. */
const dynamic = (ids: readonly number[]): number[] =>
  ids.filter((id) => !byId.get(id)!.mutant.isStatic);

async function atDoors(policies: number): Promise<void> {
  const ids = dynamic(left()).filter((id) => (survived.get(nameById(id)) ?? 0) < policies);
  console.log(`${ids.length} mutants at the doors under ${policies} policies`);
  await tryAtDoors(ids, policies, folder, ({ id, fault }) => tell(id, 'doors', fault, policies));
}

async function inTests(kind: Kind): Promise<void> {
  const ids = left();
  if (ids.length === 0) return;
  console.log(`${ids.length} mutants in the tests of their files: ${kind}`);
  const wanted = ids.map((id) => {
    const { target, mutant } = byId.get(id)!;
    const { isStatic } = mutant;
    const near = isStatic ? target.mutants.map(({ at }) => target.first + at) : [id];
    return { id, near, isStatic, file: target.file };
  });
  const by = kind === 'contract' ? kind : 'tests';
  await tryInTests(wanted, kind, folder, ({ id, fault }) => tell(id, by, fault));
}

await inTests('functions');
await atDoors(FEW);
await inTests('engines');
await atDoors(MANY);
weaveServices(chosen, join(folder, 'services'));
await inTests('contract');

const survivors = left().map((id) => byId.get(id)!);
for (const { target, mutant } of survivors)
  console.log(
    `\nsurvives ${target.file} (${mutant.mutator})\n  ${mutant.code}\n  ${mutant.becomes}`,
  );
const score = scoreOf(chosen, (target, mutant) => killed.get(nameOf(target, mutant)) ?? null);
console.log(`\n${withTable('', score)}`);
if (options.keep) {
  const others = (JSON.parse(readFileSync(SCORE, 'utf8')) as readonly FileScore[]).filter(
    ({ file }) => !score.some((one) => one.file === file),
  );
  const kept = FILES.flatMap((file) => [...score, ...others].filter((one) => one.file === file));
  writeFileSync(SCORE, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(README, withTable(readFileSync(README, 'utf8'), kept));
}
process.exitCode = survivors.length > 0 ? 1 : 0;
