import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { basePath, copiesOf, readBaseStore } from '../../../src/disk/base-store.js';
import { nameOfPack, packFile } from '../../../src/disk/packs.js';
import { VERSION } from '../../../src/version.js';
import { packsIn } from '../../support/store-of.js';
import { crudgen, edit, git, makeFolder, read, SPEC } from './project.js';

const MINUTES = 60_000;
const folder = makeFolder('packs');
const made = join(folder, 'made');
/** A clone, in which each test makes two branches. */
const shop = join(folder, 'shop');
const ENGINE = 'engine/settings/setting-values.ts';
const SINCE = '/** What `finish` adds to settings. */';

beforeAll(async () => {
  await crudgen(folder, 'init', 'made', '--models', SPEC, '--no-install', '--no-git');
  git(made, 'init', '--quiet', '--initial-branch=main');
  commitIn(made);
}, 2 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// A new clone has no merge driver: nobody has run crudgen in it.
beforeEach(() => {
  rmSync(shop, { recursive: true, force: true });
  expect(git(folder, 'clone', '--quiet', made, shop)).toMatchObject({ status: 0 });
});

function commitIn(project: string): void {
  git(project, 'add', '--all');
  expect(git(project, 'commit', '--quiet', '--message', 'change')).toMatchObject({ status: 0 });
}
const packs = (): string[] => [...packsIn(shop).keys()];
const named = (name: string): string[] => packs().filter((path) => nameOfPack(path) === name);

/** Makes two branches of a clone and merges the second; the paths that git could not merge. */
async function merge(ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  git(shop, 'switch', '--quiet', '--create', 'theirs');
  await theirs();
  commitIn(shop);
  git(shop, 'switch', '--quiet', 'main');
  await ours();
  commitIn(shop);
  git(shop, 'merge', '--quiet', '--no-edit', 'theirs');
  const { stdout } = git(shop, 'diff', '--name-only', '--diff-filter=U', '--relative');
  return stdout.split('\n').filter((path) => path !== '');
}

/** The project as a crudgen of another version wrote it: its engine says something else. */
function become(version: string, words: string): void {
  for (const [path, pack] of readBaseStore(shop).packs) {
    const copies = new Map([...pack.copies].map(([one, text]) => [one, said(text, words)]));
    rmSync(join(shop, path));
    const [place, bytes] = packFile({ ...pack, version, copies });
    writeFileSync(join(shop, place), bytes);
  }
  edit(shop, ENGINE, (text) => said(text, words));
  for (const settings of ['crudgen.json', basePath('crudgen.json')])
    edit(shop, settings, (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
}
const said = (text: string, words: string): string =>
  text.replace(/\/\*\* (?:What `finish` [^*]*|Older\.|Between\.) ?\*\//, words);

const upgrade = () => crudgen(shop, 'upgrade');
const copyOfEngine = () => copiesOf(readBaseStore(shop)).get(ENGINE);

it('two branches with a feature each change different packs', { timeout: MINUTES }, async () => {
  const left = await merge(
    () => crudgen(shop, 'add', 'jobs'),
    () => crudgen(shop, 'add', 'metrics'),
  );
  expect(left.filter((path) => nameOfPack(path) !== null)).toEqual([]);
  await crudgen(shop, 'sync');
  for (const name of ['core', 'jobs', 'metrics']) expect(named(name)).toHaveLength(1);
  expect(await crudgen(shop, 'doctor', '--dry-run')).toContain('no errors found');
});

it('two branches that were both upgraded have the same packs', { timeout: MINUTES }, async () => {
  become('0.5.9', '/** Older. */');
  commitIn(shop);
  expect(await merge(upgrade, upgrade)).toEqual([]);
  expect(named('core')).toEqual([expect.stringContaining(`/core-${VERSION}-`)]);
  expect(copyOfEngine()).toContain(SINCE);
  expect(await crudgen(shop, 'upgrade')).toContain('nothing to change');
});

it(
  'of two upgrades to different versions the newer pack counts',
  { timeout: MINUTES },
  async () => {
    become('0.5.8', '/** Older. */');
    commitIn(shop);
    const left = await merge(upgrade, async () => become('0.5.9', '/** Between. */'));
    expect(left).toEqual(expect.arrayContaining([ENGINE, 'crudgen.json']));
    // Git may take each for the old one renamed; both are there all the same.
    expect(named('core')).toHaveLength(2);
    git(shop, 'checkout', '--ours', 'crudgen.json', ENGINE, basePath('crudgen.json'));
    expect(await crudgen(shop, 'upgrade')).toContain('nothing to change');
    await crudgen(shop, 'model', 'add-field', 'Task', 'color:string');
    expect(named('core')).toEqual([expect.stringContaining(`/core-${VERSION}-`)]);
    expect([copyOfEngine(), read(shop, ENGINE)]).toEqual([
      expect.stringContaining(SINCE),
      expect.stringContaining(SINCE),
    ]);
  },
);

it(
  'an edit of the engine beside an upgrade stays, and is merged by sync',
  { timeout: MINUTES },
  async () => {
    become('0.5.9', '/** Older. */');
    commitIn(shop);
    const left = await merge(upgrade, async () =>
      edit(shop, ENGINE, (text) => text.replace('/** Older. */', '/** Mine. */')),
    );
    expect(left).toEqual([ENGINE]);
    await crudgen(shop, 'sync');
    expect(read(shop, ENGINE)).toContain('/** Mine. */');
    expect(read(shop, ENGINE)).not.toContain('<<<<<<<');
    expect(copyOfEngine()).toContain(SINCE);
    expect(await crudgen(shop, 'upgrade')).toContain('nothing to change');
  },
);

it('git neither compares nor merges packs', () => {
  const { stdout } = git(shop, 'check-attr', 'diff', 'merge', 'text', '--', packs()[0]!);
  expect(stdout.match(/: unset$/gm)).toHaveLength(3);
});
