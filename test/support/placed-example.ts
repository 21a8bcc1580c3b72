import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  { uuids = false } = {},
): Promise<string> {
  const texts = sourcesOf(example).flatMap((path) => [...readTree(join(ROOT, path))].flat());
  return keptFolder('examples', [String(uuids), ...features, ...texts], async (folder) => {
    // Most suites find what an earlier one has made, and need nothing that renders.
    const { readExampleWith, readExampleWithUuids } = await import('../golden/example.js');
    const read = uuids ? readExampleWithUuids : readExampleWith;
    for (const [path, text] of read(example, features)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
}
