import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    env: { DATABASE_URL: 'sqlite::memory:' },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
