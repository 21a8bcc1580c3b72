import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongFirst } from './test/support/long-first.js';

// By itself vitest leaves one core idle: of two, half of the machine.
const WORKERS = Math.max(2, availableParallelism() - 1);
const shared = { exclude: [...configDefaults.exclude, '.tmp/**'] };

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          sequence: { groupOrder: 0 },
          maxWorkers: WORKERS,
          include: [
            'test/unit/**/*.test.ts',
            // What projects have of them; their PostgreSQL is that of `test/unit/service`.
            'templates/service/test/engine/*/*.test.ts',
            'test/merge/**/*.test.ts',
            'test/property/**/*.test.ts',
            'test/architecture.test.ts',
          ],
          // Tests that run commands take seconds each, and several where the machine is busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'golden',
          sequence: { groupOrder: 3 },
          maxWorkers: WORKERS,
          include: ['test/golden/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'contract',
          sequence: { groupOrder: 3 },
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/contract/global-setup.ts'],
          maxWorkers: WORKERS,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          sequence: { groupOrder: 5 },
          include: ['test/faults/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          sequence: { groupOrder: 3 },
          maxWorkers: WORKERS,
          include: ['test/{e2e,web}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
