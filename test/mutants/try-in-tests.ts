import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Reporter, type Vitest } from 'vitest/node';
import { ROOT } from '../support/project-on-disk.js';
import type { Tried } from './try-at-doors.js';
import { stubOf, stubs, writeStubs, type Stub } from './stubs.js';

/** The tests of layers that decide about access, or run what does. */
const TESTS = [
  ...['access', 'auth', 'docs', 'model', 'records', 'routes'].map(
    (layer) => `templates/features/engine-tests/engine/test/${layer}`,
  ),
  'templates/features/lines/engine/test/lines',
];
/** Their files, and their suites for both databases; those that wait for locks or read megabytes take too long. */
const FILE = /^(?!sqlite|postgres|concurrency|large-pages).*(\.test|-suite)\.ts$/;

/** A mutant, and those whose code runs where its own does: a static one has run before anybody could count. */
export interface Wanted {
  readonly id: number;
  readonly near: readonly number[];
  readonly isStatic: boolean;
}

interface TestFile {
  readonly path: string;
  readonly reached: ReadonlySet<number>;
  readonly milliseconds: number;
}

/** Tries each mutant in those tests of the engine that run its code, the quick files first. */
export async function tryInTests(
  wanted: readonly Wanted[],
  folder: string,
  tell: (tried: Tried) => void,
): Promise<void> {
  const killed = new Set<number>();
  const kill = (path: string, fault: string): void => {
    const id = stubOf(path)?.id ?? -1;
    if (id < 0) throw new Error(`a test fails before anything is mutated: ${fault}`);
    if (killed.has(id)) return;
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
  const files = await reachedBy(vitest, join(folder, 'reached.ndjson'));
  const runsOf = ({ id, near }: Wanted): readonly Stub[] =>
    files
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

/** Runs all tests once, to learn which of them run the code of each mutant; quick ones first. */
async function reachedBy(vitest: Vitest, answers: string): Promise<readonly TestFile[]> {
  rmSync(answers, { force: true });
  const paths = TESTS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => FILE.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
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
