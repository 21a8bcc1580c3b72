import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tree } from '../tree.js';

/** Paths from the root, or names in any folder with two stars before: a model may be called `Data`. */
const LEFT_OUT = new Set([
  ...['**/node_modules', '**/.git', '.crudgen'],
  ...['dist', 'web/dist', 'data', 'coverage', '.tmp'],
]);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of some bytes; null where they are no text. */
export function asText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

async function visit(
  root: string,
  below: string,
  left: ReadonlySet<string>,
  files: Map<string, string>,
): Promise<void> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (left.has(path) || left.has(`**/${entry.name}`)) return;
      if (entry.isDirectory()) return visit(root, path, left, files);
      if (!entry.isFile()) return;
      const text = asText(await readFile(join(root, path)));
      if (text !== null) files.set(path, text);
    }),
  );
}

/** Every text file of a project by its path, but what is installed, built, stored or linked from elsewhere. */
export async function readTree(root: string, left: ReadonlySet<string> = LEFT_OUT): Promise<Tree> {
  const files = new Map<string, string>();
  await visit(root, '', left, files).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}
