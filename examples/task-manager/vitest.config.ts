import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Password hashing is slow on purpose, and every file starts a service of its own.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
