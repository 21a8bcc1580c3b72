import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { TestPlace } from '../../templates/service/engine/testing/test-databases.js';

/** vitest's `globalSetup` of a run in a folder of projects: a folder for databases, of which `place-of-spec.ts` gives each project its part. */
export function setup({ config, provide }: TestProject): () => void {
  const folder = join(config.root, 'databases');
  mkdirSync(folder);
  provide('testPlace', { url: 'sqlite::memory:', prefix: folder } satisfies TestPlace);
  return () => rmSync(folder, { recursive: true, force: true });
}
