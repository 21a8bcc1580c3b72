import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Kind } from '../contract/ids.js';
import type { Example } from '../golden/example.js';
import { readTree } from '../golden/read-tree.js';
import { keptFolder } from './kept.js';

const ROOT = join(import.meta.dirname, '../..');
/** What a whole example is made of. */
const sourcesOf = (example: Example) => [`examples/${example}`, 'templates', 'src/render'];

/**
 * A folder with an example, whole, which nobody changes, with some features more: its service finds the packages of the repository.
 */
export function placedExample(
  example: Example,
  features: readonly string[] = [],
  ids?: Kind,
): Promise<string> {
  const maker = readFileSync(join(ROOT, 'test/golden/example.ts'), 'utf8');
  const texts = sourcesOf(example).flatMap((path) => [...readTree(join(ROOT, path))].flat());
  return keptFolder('examples', [String(ids), ...features, ...texts, maker], async (folder) => {
    // Most suites find what an earlier one has made, and need nothing that renders.
    const { readExampleWith, readExampleWithIds } = await import('../golden/example.js');
    const files = ids
      ? readExampleWithIds(example, ids, features)
      : readExampleWith(example, features);
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
}

/** Copies an example to a folder of its own, where it may be changed. */
export async function copyExample(example: Example, to: string): Promise<void> {
  // Tools that run in the one that is kept leave their caches there.
  const filter = (path: string) => basename(path) !== 'node_modules';
  cpSync(await placedExample(example), to, { recursive: true, filter });
}
