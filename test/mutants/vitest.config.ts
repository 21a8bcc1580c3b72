import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
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

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  plugins: [oneTree, woven],
  test: {
    include: [
      'templates/features/{engine-tests,lines}/engine/test/*/*.test.ts',
      'test/mutants/doors.run.ts',
    ],
    setupFiles: [join(import.meta.dirname, 'switch.ts')],
    provide: { mutant: -1, reached: null },
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    // A mutant may leave promises that nobody waits for.
    dangerouslyIgnoreUnhandledErrors: true,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
