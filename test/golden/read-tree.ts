import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Tree } from '../../src/tree.js';

/** Every file below a folder by its path in it, but what is installed, built or private. */
export function readTree(root: string): Tree {
  const files = new Map<string, string>();
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else files.set(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
    }
  };
  visit(root);
  return new Map([...files].sort(([left], [right]) => (left < right ? -1 : 1)));
}

const LEFT_OUT = new Set([
  'node_modules',
  'screenshots',
  'dist',
  'data',
  '.env',
  '.crudgen',
  'package-lock.json',
]);
