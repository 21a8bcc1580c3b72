import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { shareModules } from './engine/testing/share-modules.js';

if (existsSync('.env')) process.loadEnvFile('.env');
// Tests leave alone what DATABASE_URL names; entities choose the types of their columns by it when they load.
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
