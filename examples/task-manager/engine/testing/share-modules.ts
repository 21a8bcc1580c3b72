import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUserConfig } from 'vitest/config';

/** The engine's own tests load their entities for SQLite, whatever database the others run on. */
const ON_SQLITE = { env: { DATABASE_URL: 'sqlite::memory:' } };
const GROUPS = [
  { name: 'shared', isolate: false },
  { name: 'apart' },
  { name: 'engine', isolate: false, ...ON_SQLITE },
  { name: 'engine apart', ...ON_SQLITE },
];

/**
 * Lets the test files of a worker share imported modules: loading them for each file would take longer than the tests. Files
 * that use `vi` (mocks, timers) have modules of their own.
 */
export function shareModules(folders: readonly string[]): TestUserConfig {
  const groupOf = new Map(folders.flatMap(testFilesIn).map((file) => [file, groupFor(file)]));
  const groups = new Set(groupOf.values());
  if ([...groups].every((name) => name === 'shared')) return { isolate: false };
  const others = (name: string) => [...groupOf.keys()].filter((file) => groupOf.get(file) !== name);
  return {
    projects: GROUPS.filter(({ name }) => groups.has(name)).map((group) => ({
      extends: true,
      test: { ...group, exclude: others(group.name) },
    })),
  };
}

function groupFor(file: string): string {
  const isApart = /\bvi\./.test(readFileSync(file, 'utf8'));
  if (!file.startsWith('engine/test/')) return isApart ? 'apart' : 'shared';
  return isApart ? 'engine apart' : 'engine';
}

const testFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'));
