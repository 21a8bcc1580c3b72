import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';

/** The tests of the engine, and the mutants whose code each of their files runs. */
export interface EngineTests {
  /** The first test that fails under a mutant, of the files that run the code of any of `near`; null if none does. */
  failing(id: number, near: readonly number[]): Promise<string | null>;
  close(): Promise<void>;
}

interface TestFile {
  readonly path: string;
  readonly reached: ReadonlySet<number>;
  readonly milliseconds: number;
}

/** Runs all tests once, to learn which of them each mutant concerns. */
export async function engineTests(folder: string): Promise<EngineTests> {
  const config = join(import.meta.dirname, 'vitest.config.ts');
  const vitest = await createVitest('test', { config, watch: false, silent: true, reporters: [] });
  const answers = join(folder, 'reached.ndjson');
  rmSync(answers, { force: true });
  await run(vitest, -1, ['templates/'], answers);
  const failed = failedIn(vitest);
  if (failed !== null) throw new Error(`a test fails before anything is mutated: ${failed}`);
  const files = filesIn(vitest, answers);
  return {
    failing: async (id, near) => {
      const concerned = files.filter(({ reached }) => near.some((one) => reached.has(one)));
      for (const { path } of concerned) {
        await run(vitest, id, [path], null);
        const found = failedIn(vitest);
        if (found !== null) return found;
      }
      return null;
    },
    close: () => vitest.close(),
  };
}

async function run(
  vitest: Vitest,
  id: number,
  paths: readonly string[],
  answers: string | null,
): Promise<void> {
  vitest.provide('mutant', id);
  vitest.provide('reached', answers);
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  await vitest.start([...paths]);
}

/** Quick files first: they may spare the slow ones. */
function filesIn(vitest: Vitest, answers: string): readonly TestFile[] {
  const lines = existsSync(answers) ? readFileSync(answers, 'utf8').trim().split('\n') : [];
  const times = new Map(
    vitest.state.getFiles().map(({ filepath, result }) => [filepath, result?.duration ?? 0]),
  );
  return lines
    .map((line) => JSON.parse(line) as { path: string; reached: number[] })
    .map(({ path, reached }) => ({
      path,
      reached: new Set(reached),
      milliseconds: times.get(path) ?? 0,
    }))
    .sort((one, other) => one.milliseconds - other.milliseconds);
}

function failedIn(vitest: Vitest): string | null {
  for (const module of vitest.state.getTestModules()) {
    const [error] = module.errors();
    if (error) return `${module.moduleId}: ${error.message}`;
    for (const test of module.children.allTests())
      if (test.result().state === 'failed') return test.fullName;
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0) return suite.fullName;
  }
  return null;
}
