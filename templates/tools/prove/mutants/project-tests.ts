import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestModule, TestSpecification, Vitest } from 'vitest/node';
import { type ChosenMutant, type MutantsOfRun, NOT_APPLIED } from './apply-mutant.js';

/** The result of one test file. */
export interface FileResult {
  /** The names of the tests that failed; the message if the file failed outside of its tests. */
  readonly failed: readonly string[];
  readonly seconds: number;
}

/** Milliseconds. On a busy machine, a test that takes too long would count as a test that noticed the mutant. */
const PATIENCE = 120_000;

const SETUP = fileURLToPath(new URL('setup.ts', import.meta.url));

/** The tests of a project, run by its own vitest in this process. Workers share modules as the project configures it. */
export class ProjectTests {
  private constructor(
    private readonly root: string,
    private readonly vitest: Vitest,
    private readonly specifications: readonly TestSpecification[],
  ) {}

  static async open(root: string): Promise<ProjectTests> {
    const { createVitest } = await vitestOf(root);
    const vitest = await createVitest('test', {
      ...{ root, run: true, watch: false, passWithNoTests: true, reporters: [{}], silent: true },
      ...{ coverage: { enabled: false }, maxWorkers: availableParallelism() },
      // A failure is a mutant that was noticed, and must not stop the files of other mutants.
      bail: 0,
    });
    for (const { config } of vitest.projects) {
      config.setupFiles = [SETUP, ...config.setupFiles];
      config.testTimeout = Math.max(config.testTimeout, PATIENCE);
      config.hookTimeout = Math.max(config.hookTimeout, PATIENCE);
    }
    return new ProjectTests(root, vitest, await vitest.globTestSpecifications());
  }

  /** The test files below `src` and `test`. The tests of the engine have rules of their own. */
  get files(): readonly string[] {
    const own = ['src', 'test'].map((folder) => `${join(this.root, folder)}/`);
    const paths = this.specifications.map(({ moduleId }) => moduleId);
    return paths.filter((path) => own.some((folder) => path.startsWith(folder)));
  }

  /** Runs test files, each with its mutant or without one. */
  async run(
    files: ReadonlyMap<string, ChosenMutant | null>,
  ): Promise<ReadonlyMap<string, FileResult>> {
    const mutants = [...files].filter((entry): entry is [string, ChosenMutant] => !!entry[1]);
    const told: MutantsOfRun = {
      projectFile: join(this.root, 'src/project.ts'),
      mutants: Object.fromEntries(mutants),
    };
    this.vitest.provide('mutants' as never, told as never);
    const chosen = this.specifications.filter(({ moduleId }) => files.has(moduleId));
    const { testModules } = await this.vitest.runTestSpecifications(chosen);
    const results = testModules
      .filter(({ moduleId }) => files.has(moduleId))
      .map((module) => [module.moduleId, resultOf(module)] as const);
    return new Map(results);
  }

  /** Ends the workers and drops their databases. vitest calls the process failed if tests have failed. */
  async close(): Promise<void> {
    await this.vitest.close();
    process.exitCode = undefined;
  }
}

type VitestNode = typeof import('vitest/node');

/** The vitest of a project. */
async function vitestOf(root: string): Promise<VitestNode> {
  const { resolve } = createRequire(join(root, 'package.json'));
  return (await import(pathToFileURL(resolve('vitest/node')).href)) as VitestNode;
}

function resultOf(module: TestModule): FileResult {
  const tests = [...module.children.allTests('failed')];
  const errors = [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
  ];
  const notApplied = errors.find(({ message }) => message.startsWith(NOT_APPLIED));
  if (notApplied) throw new Error(notApplied.message);
  const { duration, collectDuration } = module.diagnostic();
  const failed = [
    ...tests.map(({ fullName }) => fullName),
    ...errors.map(({ message }) => message.split('\n')[0]!),
  ];
  return { failed, seconds: (duration + collectDuration) / 1000 };
}
