import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../../src/tree.js';
import { type Example, isMigration } from './example.js';

/*
 * Every migration of the examples, as it was when it was made: databases have run it. The file only grows, by `npm run
 * examples`; an entry is changed or removed by hand alone, by somebody who knows why.
 */
const FILE = join(import.meta.dirname, 'migrations.json');

type Hashes = Readonly<Record<string, string>>;

const readAll = () => JSON.parse(readFileSync(FILE, 'utf8')) as Record<Example, Hashes>;

/** The hashes of an example's migrations when they were made, by path. */
export const firstHashes = (example: Example): Hashes => readAll()[example];

/** The hashes of the migrations among these files, by path. */
export const hashesOf = (files: Tree): Hashes =>
  Object.fromEntries(
    [...files]
      .filter(([path]) => isMigration(path))
      .map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
  );

/** Remembers the migrations that are new. */
export function addHashes(example: Example, files: Tree): void {
  const all = readAll();
  const hashes = { ...hashesOf(files), ...all[example] };
  writeFileSync(FILE, `${JSON.stringify({ ...all, [example]: hashes }, null, 2)}\n`);
}
