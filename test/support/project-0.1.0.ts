import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Tree } from '../../src/tree.js';
import type { Example } from '../golden/example.js';

/*
 * What crudgen 0.1.0 left in an empty folder, `.env` and kept copies included: `crudgen init <example> --yes --no-git --no-install
 * --models examples/<example>/models.yaml` of commit 333b13b, on 2026-11-21T09:46:12Z. The secret of `.env` is 64 times x.
 * The file holds every text once: { texts, projects: { <example>: { <path>: <place in texts> } } }.
 */
const FILE = join(import.meta.dirname, '../fixtures/projects-0.1.0.json.gz');

interface Kept {
  readonly texts: readonly string[];
  readonly projects: Readonly<Record<Example, Readonly<Record<string, number>>>>;
}

let kept: Kept | undefined;

/** A project as 0.1.0 made it, by paths on disk. */
export function project010(example: Example): Tree {
  kept ??= JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as Kept;
  const { texts, projects } = kept;
  return new Map(Object.entries(projects[example]).map(([path, at]) => [path, texts[at]!]));
}
