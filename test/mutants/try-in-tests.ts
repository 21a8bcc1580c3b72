import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVitest, type Reporter, type Vitest } from 'vitest/node';
import { ROOT } from '../support/project-on-disk.js';
import type { Tried } from './try-at-doors.js';
import { stubOf, stubs, writeStubs, type Stub } from './stubs.js';

const TESTS = join(ROOT, 'templates/features/engine-tests/engine/test');
/** Tests of functions, which are quick, and suites of whole engines. Suites that wait for locks, or read megabytes, take too long. */
const FILES = {
  functions: /^(?!sqlite|postgres).*\.test\.ts$/,
  engines: /^(?!concurrency|large-pages).*-suite\.ts$/,
};
export type Kind = keyof typeof FILES;

/** A mutant, and those whose code runs where its own does: a static one has run before anybody could count. */
export interface Wanted {
  readonly id: number;
  readonly near: readonly number[];
  readonly isStatic: boolean;
  /** The layer of the engine, whose tests have a folder of this name. */
  readonly layer: string;
}

interface TestFile {
  readonly path: string;
  readonly reached: ReadonlySet<number>;
  readonly milliseconds: number;
}

/** Tries each mutant in those tests of its layer that run its code, the quick files first. */
export async function tryInTests(
  wanted: readonly Wanted[],
  kind: Kind,
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
  const layers = new Set(wanted.map(({ layer }) => layer));
  const files = await reachedBy(pathsOf([...layers], kind), vitest, join(folder, 'reached.ndjson'));
  const runsOf = ({ id, near, layer }: Wanted): readonly Stub[] =>
    files
      .filter(({ path }) => dirname(path) === join(TESTS, layer))
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

const pathsOf = (layers: readonly string[], kind: Kind): readonly string[] =>
  layers.flatMap((layer) =>
    readdirSync(join(TESTS, layer))
      .filter((name) => FILES[kind].test(name))
      .map((name) => join(TESTS, layer, name)),
  );

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
