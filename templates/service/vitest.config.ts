import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { shareModules } from './engine/testing/share-modules.js';

if (existsSync('.env')) process.loadEnvFile('.env');
// Tests must not touch the database in DATABASE_URL. Entities read this variable when they load, to choose their column types.
process.env.DATABASE_URL = process.env.TEST_DATABASE_URL || 'sqlite::memory:';

export default defineConfig({
  test: {
    include: ['{src,engine,test}/**/*.test.ts'],
    globalSetup: ['engine/testing/global-setup.ts'],
    ...shareModules(['src', 'engine', 'test']),
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
