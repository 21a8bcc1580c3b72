import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUserConfig } from 'vitest/config';

/** The engine's own tests, where the project has them. */
const ENGINE_TESTS = 'test/engine/';

/**
 * Lets the test files of a worker share what they import: to load it for each file anew would take longer than the tests.
 * Files that use `vi` (mocks, timers) have modules of their own. So have the engine's own tests, which load their entities
 * for SQLite, whatever database the others run on.
 */
export function shareModules(folders: readonly string[]): TestUserConfig {
  const files = folders.flatMap(testFilesIn);
  const engine = files.filter((file) => file.startsWith(ENGINE_TESTS));
  const own = files.filter((file) => !engine.includes(file));
  const apart = own.filter((file) => /\bvi\./.test(readFileSync(file, 'utf8')));
  const shared = own.filter((file) => !apart.includes(file));
  if (shared.length === files.length) return { isolate: false };
  const but = (some: readonly string[]) => files.filter((file) => !some.includes(file));
  const env = { DATABASE_URL: 'sqlite::memory:' };
  return {
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, exclude: but(shared) } },
      { extends: true, test: { name: 'apart', exclude: but(apart) } },
      { extends: true, test: { name: 'engine', env, exclude: but(engine) } },
    ],
  };
}

const testFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'));
