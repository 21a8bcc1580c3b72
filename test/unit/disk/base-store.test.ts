import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type BaseStore,
  basePath,
  copiesOf,
  EMPTY_STORE,
  isStored,
  readBaseStore,
  storeChanges,
} from '../../../src/disk/base-store.js';
import { bytesOf } from '../../../src/disk/contents.js';
import type { Tree } from '../../../src/tree.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-store-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** `core/` and `mail/` are packed, all else is text. */
const packOf = (path: string) => /^(core|mail)\//.exec(path)?.[1] ?? null;
const COPIES: Tree = new Map([
  ['.gitignore', 'dist/\n'],
  ['core/a.ts', 'a'],
  ['core/b.ts', 'b'],
  ['mail/c.ts', 'c'],
  ['src/d.ts', 'd'],
]);

function change(copies: Tree): string[] {
  const changes = storeChanges(copies, packOf, readBaseStore(root));
  for (const [path, content] of changes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if (content === null) rmSync(join(root, path));
    else writeFileSync(join(root, path), bytesOf(path, content));
  }
  return [...changes].map(([path, content]) => `${content === null ? '-' : '+'} ${path}`);
}
const packs = (): string[] =>
  readdirSync(join(root, '.crudgen/packs')).filter((name) => name.endsWith('.gz'));
const copiesWith = (changes: Record<string, string | null>): Tree => {
  const copies = new Map(COPIES);
  for (const [path, text] of Object.entries(changes))
    if (text === null) copies.delete(path);
    else copies.set(path, text);
  return copies;
};

test('copies are stored in packs and as text, and read again', () => {
  change(COPIES);
  expect(packs().map((name) => name.replace(/-.*/, ''))).toEqual(['core', 'mail']);
  expect(copiesOf(readBaseStore(root))).toEqual(COPIES);
});

test('what stays the same is not written', () => {
  change(COPIES);
  const again = change(copiesWith({ 'src/d.ts': 'D', 'src/e.ts': 'e' }));
  expect(again.filter((line) => !line.endsWith('.gitattributes'))).toEqual([
    `+ ${basePath('src/d.ts')}`,
    `+ ${basePath('src/e.ts')}`,
  ]);
});

test('a pack is replaced: the new one is there before the old one goes', () => {
  change(COPIES);
  const [core, mail] = packs();
  const steps = change(copiesWith({ 'core/a.ts': 'A', 'core/b.ts': null }));
  const [first] = steps;
  expect(first).toMatch(/^\+ \.crudgen\/packs\/core-/);
  expect(steps.at(-1)).toBe(`- .crudgen/packs/${core}`);
  expect(packs()).toContain(mail);
  expect(copiesOf(readBaseStore(root)).get('core/a.ts')).toBe('A');
});

test('a copy of which nothing is known any more stays in its pack until it changes', () => {
  change(COPIES);
  const before = packs();
  const unknown = (path: string) => (path === 'core/b.ts' ? null : packOf(path));
  const store = readBaseStore(root);
  expect([...storeChanges(copiesWith({ 'src/d.ts': 'D' }), unknown, store).keys()]).not.toContain(
    basePath('core/b.ts'),
  );
  expect(packs()).toEqual(before);
  const changed = storeChanges(copiesWith({ 'core/b.ts': 'B' }), unknown, store);
  expect(changed.get(basePath('core/b.ts'))).toBe('B');
});

test('a pack goes with its last copy', () => {
  change(COPIES);
  expect(change(copiesWith({ 'mail/c.ts': null })).at(-1)).toMatch(/^- .*\/mail-/);
  expect(packs()).toHaveLength(1);
});

test('copies that an earlier version kept as text are packed, and count before those in packs until then', () => {
  change(COPIES);
  mkdirSync(join(root, '.crudgen/base/core'), { recursive: true });
  writeFileSync(join(root, basePath('core/a.ts')), 'by hand');
  const read = copiesOf(readBaseStore(root));
  expect(read.get('core/a.ts')).toBe('by hand');
  expect(change(read)).toContain(`- ${basePath('core/a.ts')}`);
  expect(copiesOf(readBaseStore(root))).toEqual(copiesWith({ 'core/a.ts': 'by hand' }));
});

test('two packs of one name, as git merges them, become one with the next change', () => {
  change(COPIES);
  const [path, content] = [
    ...storeChanges(copiesWith({ 'core/a.ts': 'A' }), packOf, EMPTY_STORE),
  ][0]!;
  writeFileSync(join(root, path), bytesOf(path, content!));
  expect(packs().filter((name) => name.startsWith('core-'))).toHaveLength(2);
  const read = copiesOf(readBaseStore(root));
  change(read);
  expect(packs().filter((name) => name.startsWith('core-'))).toHaveLength(1);
  expect(copiesOf(readBaseStore(root))).toEqual(read);
});

test('a damaged pack is told, left alone where nothing is known of its copies, and replaced where it is', () => {
  change(COPIES);
  const [core] = packs();
  const path = `.crudgen/packs/${core}`;
  writeFileSync(join(root, path), 'x');
  const store: BaseStore = readBaseStore(root);
  expect(store.damaged).toEqual([path]);
  expect([...copiesOf(store).keys()]).toEqual(['.gitignore', 'mail/c.ts', 'src/d.ts']);
  expect(change(copiesOf(store)).filter((line) => line.startsWith('-'))).toEqual([]);
  expect(readBaseStore(root).damaged).toEqual([path]);
  change(COPIES);
  expect(readBaseStore(root).damaged).toEqual([]);
  expect(copiesOf(readBaseStore(root))).toEqual(COPIES);
});

test.each([
  ['a folder', (place: string) => mkdirSync(place)],
  ['a link', (place: string) => symlinkSync(join(root, 'elsewhere.gz'), place)],
  ['a link to nothing', (place: string) => symlinkSync('nothing', place)],
])('%s in place of a pack is a damaged one', (_, put) => {
  change(COPIES);
  const path = `.crudgen/packs/${packs()[0]}`;
  renameSync(join(root, path), join(root, 'elsewhere.gz'));
  put(join(root, path));
  const store = readBaseStore(root);
  expect(store.damaged).toEqual([path]);
  expect(copiesOf(store).has('core/a.ts')).toBe(false);
});

test('packs are of the version of the project, and those of a later one do not count', () => {
  const at = (version: string, text: string) =>
    copiesWith({ 'crudgen.json': JSON.stringify({ version }), 'core/a.ts': text });
  change(at('0.2.0', 'old'));
  const [old] = packs();
  expect(old).toMatch(/^core-0\.2\.0-/);
  const before = readFileSync(join(root, '.crudgen/packs', old!));
  change(at('0.2.1', 'new'));
  expect(packs()[0]).toMatch(/^core-0\.2\.1-/);
  // What git brings back is there again, and the new pack, of which it does not know, still is.
  writeFileSync(join(root, '.crudgen/packs', old!), before);
  writeFileSync(join(root, basePath('crudgen.json')), '{"version":"0.2.0"}');
  expect(copiesOf(readBaseStore(root)).get('core/a.ts')).toBe('old');
});

test('texts count before a later pack, as where the upgrade that packed them was taken back', () => {
  change(copiesWith({ 'crudgen.json': '{"version":"0.3.0"}' }));
  writeFileSync(join(root, basePath('crudgen.json')), '{"version":"0.2.0"}');
  mkdirSync(join(root, '.crudgen/base/core'), { recursive: true });
  writeFileSync(join(root, basePath('core/a.ts')), 'old');
  const read = copiesOf(readBaseStore(root));
  // A file that only the later version has was not deleted by the developer.
  expect([read.get('core/a.ts'), read.has('core/b.ts')]).toEqual(['old', false]);
});

test('a project without copies has none', () => {
  expect(copiesOf(readBaseStore(root))).toEqual(new Map());
  expect(change(new Map())).toEqual([]);
  expect([
    isStored(basePath('a.ts')),
    isStored('.crudgen/journal.json'),
    isStored('src/a.ts'),
  ]).toEqual([true, false, false]);
});
