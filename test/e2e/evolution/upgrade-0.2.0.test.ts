import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tree } from '../../../src/tree.js';
import { VERSION } from '../../../src/version.js';
import { BY_HAND, EDITS_020 } from '../../support/edits-0.2.0.js';
import { project020 } from '../../support/old-projects.js';
import { crudgen, edit, makeFolder, migrate, read, run, serving, typeErrors } from './project.js';

const folder = makeFolder('upgrade-0.2.0');
const project = join(folder, 'clinic');
const SQLITE = 'sqlite:data/app.db';
const before = new Map(project020());
for (const { edit } of EDITS_020) edit(before);
before.set(BY_HAND.path, BY_HAND.text);

beforeAll(() => {
  for (const [path, text] of before) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file of the project, the kept copies included, but for what `undo` knows. */
function onDisk(): Tree {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)))
    .filter((path) => path !== '.crudgen/last.json');
  return new Map(paths.sort().map((path) => [path, readFileSync(join(project, path), 'utf8')]));
}

it('an upgrade of the edited clinic of 0.2.0 can be undone to the byte', async () => {
  const said = await crudgen(project, 'upgrade');
  expect(said).toContain(`upgraded from 0.2.0 to ${VERSION}`);
  expect(await crudgen(project, 'undo')).toContain('undid `crudgen upgrade`');
  expect(onDisk()).toEqual(new Map([...before].sort(([one], [other]) => (one < other ? -1 : 1))));
});

it('compiles then but for what the upgrade has named', { timeout: 120_000 }, async () => {
  const { problems } = JSON.parse(await crudgen(project, 'upgrade', '--json')) as {
    problems: { code: string; message: string }[];
  };
  const named = `${BY_HAND.path}:${BY_HAND.line}`;
  expect(problems.filter(({ code }) => code === 'old-form')).toEqual([
    expect.objectContaining({ message: expect.stringContaining(named) }),
  ]);
  const errors = typeErrors(project).trim().split('\n');
  expect(errors.map((line) => line.split(',')[0])).toEqual([`${BY_HAND.path}(${BY_HAND.line}`]);
  edit(project, BY_HAND.path, (text) =>
    text.replace("children(Note, 'created_by_id')", "ne('status', 'Inactive')"),
  );
  edit(project, BY_HAND.path, (text) => text.replace(/import \{ Note \}.*\n/, ''));
  expect([typeErrors(project), typeErrors(project, 'web')]).toEqual(['', '']);
});

it('has nothing more to upgrade, and sync only takes note of a column with a migration', async () => {
  expect(await crudgen(project, 'upgrade')).toContain('nothing to change');
  const upgraded = onDisk();
  await crudgen(project, 'sync');
  const copy = '.crudgen/base/src/models/tag/tag.model.ts';
  const changed = [...onDisk()].filter(([path, text]) => upgraded.get(path) !== text);
  expect(changed.map(([path]) => path)).toEqual([copy]);
  expect(read(project, copy)).toContain('remark!: string | null;');
  expect(await crudgen(project, 'sync')).toContain('nothing to change');
  expect(await crudgen(project, 'doctor', '--dry-run')).toContain('no problems found');
});

it('serves, and passes the tests of its developer', { timeout: 120_000 }, async () => {
  migrate(project, SQLITE);
  const served = await serving(
    project,
    SQLITE,
    async (address) => await fetch(`${address}/healthz`),
  );
  expect([served.status, served.headers.get('x-served-by')]).toEqual([200, 'clinic']);
  const own = ['src/models/appointment', 'src/models/tag', 'src/models/user'];
  const tests = run(project, 'npx', ['vitest', 'run', ...own]);
  expect(tests.status, tests.stdout + tests.stderr).toBe(0);
});
