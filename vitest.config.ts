import { configDefaults, defineConfig } from 'vitest/config';

const shared = { exclude: [...configDefaults.exclude, '.tmp/**'] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: [
            'test/unit/**/*.test.ts',
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
          sequence: { groupOrder: 2 },
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
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          sequence: { groupOrder: 4 },
          include: ['test/{e2e,web}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
