import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Reporter, type Vitest } from 'vitest/node';
import { ROOT } from '../support/project-on-disk.js';
import type { Tried } from './try-at-doors.js';
import { stubOf, stubs, writeStubs, type Stub } from './stubs.js';
import { CONTRACT, type File } from './targets.js';

const TESTS = join(ROOT, 'templates/features/engine-tests/engine/test');
/** Tests of functions, which are quick, and suites of whole engines. Suites that wait for locks, or read megabytes, take too long. */
const NAMES = {
  functions: /^(?!sqlite|postgres).*\.test\.ts$/,
  engines: /^(?!concurrency|large-pages).*-suite\.ts$/,
};
export type Kind = keyof typeof NAMES | 'contract';

/** A mutant, and those whose code runs where its own does: a static one has run before anybody could count. */
export interface Wanted {
  readonly id: number;
  readonly near: readonly number[];
  readonly isStatic: boolean;
  readonly file: File;
}

interface TestFile {
  readonly path: string;
  readonly reached: ReadonlySet<number>;
  readonly milliseconds: number;
}

/** Tries each mutant in those tests of a kind that concern its file and run its code, the quick tests first. */
export async function tryInTests(
  wanted: readonly Wanted[],
  kind: Kind,
  folder: string,
  tell: (tried: Tried) => void,
): Promise<void> {
  const killed = new Set<number>();
  // vitest keeps what a reporter throws to itself.
  const broken: string[] = [];
  const kill = (path: string, fault: string): void => {
    const id = stubOf(path)?.id ?? -1;
    if (id < 0) broken.push(fault);
    if (id < 0 || killed.has(id)) return;
    killed.add(id);
    tell({ id, fault });
  };
  const vitest = await createVitest(
    'test',
    {
      config: join(import.meta.dirname, 'vitest.config.ts'),
      watch: false,
      silent: true,
      reporters: [reporter(kill)],
    },
    { plugins: [stubs(killed)] },
  );
  const paths = new Set(wanted.flatMap(({ file }) => pathsOf(file, kind)));
  const files = await reachedBy([...paths], vitest, join(folder, 'reached.ndjson'));
  if (broken.length > 0)
    throw new Error(`tests fail before anything is mutated: ${broken.join('; ')}`);
  const runsOf = ({ id, near, file }: Wanted): readonly Stub[] =>
    files
      .filter(({ path }) => pathsOf(file, kind).includes(path))
      .filter(({ reached }) => near.some((one) => reached.has(one)))
      .map(({ path }) => ({ path, id }));
  const dynamic = wanted.filter(({ isStatic }) => !isStatic).flatMap(runsOf);
  const rank = new Map(files.map(({ path }, at) => [path, at]));
  const byCost = dynamic.toSorted((one, other) => rank.get(one.path)! - rank.get(other.path)!);
  await run(vitest, -1, byCost);
  for (const one of wanted.filter(({ isStatic }) => isStatic))
    await run(vitest, one.id, runsOf(one));
  await vitest.close();
}

const reporter = (kill: (path: string, fault: string) => void): Reporter => ({
  onTestCaseResult: (test) => {
    if (test.result().state === 'failed') kill(test.module.moduleId, test.fullName);
  },
  onTestSuiteResult: (suite) => {
    const [error] = suite.errors();
    if (error) kill(suite.module.moduleId, `${suite.fullName}: ${error.message}`);
  },
  onTestModuleEnd: (module) => {
    const [error] = module.errors();
    if (error) kill(module.moduleId, error.message);
  },
});

/** The tests of a kind that concern a file of the engine: those of its layer, or suites over HTTP. */
function pathsOf(file: File, kind: Kind): readonly string[] {
  if (kind === 'contract')
    return (CONTRACT[file] ?? []).map((name) => join(ROOT, 'test/contract', `${name}.test.ts`));
  const layer = join(TESTS, file.split('/')[0]!);
  return readdirSync(layer)
    .filter((name) => NAMES[kind].test(name))
    .map((name) => join(layer, name));
}

/** Runs tests once, to learn which of them run the code of each mutant; quick ones first. */
async function reachedBy(
  paths: readonly string[],
  vitest: Vitest,
  answers: string,
): Promise<readonly TestFile[]> {
  rmSync(answers, { force: true });
  await run(
    vitest,
    -1,
    paths.map((path) => ({ path, id: -1 })),
    answers,
  );
  const times = new Map(
    vitest.state.getFiles().map(({ filepath, result }) => [filepath, result?.duration ?? 0]),
  );
  const lines = existsSync(answers) ? readFileSync(answers, 'utf8').trim().split('\n') : [];
  return lines
    .map((line) => JSON.parse(line) as { testPath: string; reached: number[] })
    .map(({ testPath, reached }) => ({
      path: stubOf(testPath)!.path,
      reached: new Set(reached),
      milliseconds: times.get(testPath) ?? 0,
    }))
    .sort((one, other) => one.milliseconds - other.milliseconds);
}

async function run(
  vitest: Vitest,
  id: number,
  runs: readonly Stub[],
  answers: string | null = null,
): Promise<void> {
  if (runs.length === 0) return;
  vitest.provide('mutant', id);
  vitest.provide('reached', answers);
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const project = vitest.getRootProject();
  const files = writeStubs(runs).map((path) => project.createSpecification(path));
  await vitest.runTestSpecifications(files);
}
