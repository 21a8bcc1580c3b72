import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { oneTree } from '../support/one-tree.js';
import { targets } from './targets.js';
import { weave } from './weave.js';

const byPath = new Map(targets().map((target) => [target.path, target]));

/** Loads the engine with all of its mutants. */
const woven = {
  name: 'woven-mutants',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const target = byPath.get(id);
    return target && { code: weave(target.source, target.mutants, target.first), map: null };
  },
};

/** In the order of their names, which is that of their costs (`stubs.ts`). */
class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
    return Promise.resolve(sorted);
  }
}

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  plugins: [oneTree, woven],
  test: {
    include: ['test/mutants/doors.run.ts'],
    sequence: { sequencer: ByName },
    // Of the contract suite; without it, it waits for nothing.
    globalSetup: [join(import.meta.dirname, '../contract/global-setup.ts')],
    setupFiles: [join(import.meta.dirname, 'switch.ts')],
    env: { CONTRACT_DATABASES: 'sqlite' },
    provide: { mutant: -1, reached: null },
    maxWorkers: 1,
    isolate: false,
    // A mutant may leave promises that nobody waits for.
    dangerouslyIgnoreUnhandledErrors: true,
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
