import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUserConfig } from 'vitest/config';

/**
 * Lets the test files of a worker share what they import: to load it for each file anew would take longer than the tests.
 * Files that use `vi` (mocks, timers) have modules of their own.
 */
export function shareModules(folders: readonly string[]): TestUserConfig {
  const files = folders.flatMap(testFilesIn);
  const apart = files.filter((file) => /\bvi\./.test(readFileSync(file, 'utf8')));
  if (apart.length === 0) return { isolate: false };
  const others = files.filter((file) => !apart.includes(file));
  return {
    projects: [
      { extends: true, test: { name: 'shared', isolate: false, exclude: apart } },
      { extends: true, test: { name: 'apart', exclude: others } },
    ],
  };
}

const testFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'));
