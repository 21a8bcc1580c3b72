import { configDefaults, defineConfig } from 'vitest/config';

const shared = { exclude: [...configDefaults.exclude, '.tmp/**'] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'test/unit/**/*.test.ts',
            'test/merge/**/*.test.ts',
            'test/property/**/*.test.ts',
            'test/architecture.test.ts',
          ],
        },
      },
      {
        test: { ...shared, name: 'service', include: ['templates/service/src/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          name: 'golden',
          include: ['test/golden/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'contract',
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
          include: ['test/{e2e,web}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
