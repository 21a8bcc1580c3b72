import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { basePath } from '../../src/disk/base-store.js';
import { once } from '../../src/once.js';
import type { Tree } from '../../src/tree.js';

/** A project as an earlier version left it, in JSON that is compressed by brotli. */
interface Kept {
  readonly files: Readonly<Record<string, string>>;
  /** The kept copies that differ from their files, and null for files that have none. */
  readonly copies: Readonly<Record<string, string | null>>;
}

const FIXTURES = join(import.meta.dirname, '../fixtures');

const read = once(({ file }: { readonly file: string }): Tree => {
  const packed = readFileSync(join(FIXTURES, file));
  const { files, copies } = JSON.parse(brotliDecompressSync(packed).toString('utf8')) as Kept;
  const kept = Object.entries({ ...files, ...copies });
  return new Map([
    ...Object.entries(files),
    ...kept.flatMap(([path, text]): [string, string][] =>
      text === null ? [] : [[basePath(path), text]],
    ),
  ]);
});

const OF_050 = { file: 'project-0.5.0.json.br' };

/**
 * A shop of 0.5.0, by paths on disk, kept copies included: orders with lines, hooks and an owner, in categories that refer to
 * themselves, with a house style and a feature of others. The secret of `.env` is 64 times x. By commit ace55506, on 2026-11-29:
 *
 * - `crudgen init shop --yes --no-git --no-install --models <these>`, with `--without` each of backup, containers, dashboard,
 *   search and sessions, then `crudgen hooks add Order`. It has the features admin, idempotency, import and tree.
 * - `crudgen templates eject list.tsx`, with another comment above lists, then `crudgen upgrade --templates`.
 * - `crudgen add ../acme-region`: the feature of `docs/own-features.md`.
 */
export const project050 = (): Tree => read(OF_050);
