import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Tree } from '../../src/tree.js';

/*
 * What crudgen 0.2.0 left in an empty folder, `.env` and kept copies included: `crudgen init clinic --yes --no-git --no-install
 * --models examples/clinic/models.yaml`, with `--with` each of jobs, mail, metrics, webhooks, deploy, tree, german and
 * engine-tests, of commit cb494c09, on 2026-11-25T20:58:26Z. The secret of `.env` is 64 times x.
 * The file is JSON that holds every text once, compressed by brotli: { texts, paths: { <path>: <place in texts> } }.
 */
const FILE = join(import.meta.dirname, '../fixtures/project-0.2.0.json.br');

interface Kept {
  readonly texts: readonly string[];
  readonly paths: Readonly<Record<string, number>>;
}

let kept: Kept | undefined;

/** The clinic with every feature as 0.2.0 made it, by paths on disk. */
export function project020(): Tree {
  kept ??= JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString('utf8')) as Kept;
  const { texts, paths } = kept;
  return new Map(Object.entries(paths).map(([path, at]) => [path, texts[at]!]));
}
