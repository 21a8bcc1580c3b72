import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../src/once.js';
import type { Tree } from '../../src/tree.js';

/*
 * Projects as earlier versions left them in an empty folder, `.env` and kept copies included. The secret of `.env` is 64 times x.
 * A file is JSON that holds every text once, compressed by brotli: { texts, paths: { <path>: <place in texts> } }.
 */
interface Kept {
  readonly texts: readonly string[];
  readonly paths: Readonly<Record<string, number>>;
}

const FIXTURES = join(import.meta.dirname, '../fixtures');

const keptIn = once(({ file }: { readonly file: string }): Kept => {
  const packed = readFileSync(join(FIXTURES, file));
  return JSON.parse(brotliDecompressSync(packed).toString('utf8')) as Kept;
});

function filesOf(fixture: { readonly file: string }): Tree {
  const { texts, paths } = keptIn(fixture);
  return new Map(Object.entries(paths).map(([path, at]) => [path, texts[at]!]));
}

const OF_050 = { file: 'project-0.5.0.json.br' };

/**
 * A shop of 0.5.0, by paths on disk: orders with lines, hooks and an owner, in categories that refer to themselves. Of commit
 * ace55506: `crudgen init shop --yes --no-git --no-install --models <these>`, with `--without` each of backup, containers,
 * dashboard, search and sessions, then `crudgen hooks add Order`, on 2026-11-29. It has the features admin, idempotency, import
 * and tree.
 */
export const project050 = (): Tree => filesOf(OF_050);
