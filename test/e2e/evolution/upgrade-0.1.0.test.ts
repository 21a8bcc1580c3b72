import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tree } from '../../../src/tree.js';
import { VERSION } from '../../../src/version.js';
import { EDITS_010 } from '../../support/edits-0.1.0.js';
import { project010 } from '../../support/project-0.1.0.js';
import { crudgen, makeFolder, npm, tryCrudgen, typeErrors } from './project.js';

const folder = makeFolder('upgrade-0.1.0');
const [project, orders] = [join(folder, 'task-manager'), join(folder, 'orders')];
const before = new Map(project010('task-manager'));
for (const { edit } of EDITS_010) edit(before);

beforeAll(() => {
  write(project, before);
  write(orders, project010('orders'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(root: string, files: Tree): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Every file of the project, the kept copies included, but for what `undo` knows. */
function onDisk(): Tree {
  const entries = readdirSync(project, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)))
    .filter((path) => path !== '.crudgen/last.json');
  return new Map(paths.sort().map((path) => [path, readFileSync(join(project, path), 'utf8')]));
}

/** Every folder of the project. */
const folders = (): string[] =>
  readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)))
    .sort();

describe('the edited task manager of 0.1.0', () => {
  let were: string[];
  beforeAll(() => void (were = folders()));

  it('compiles after its upgrade, service and back-office', { timeout: 120_000 }, async () => {
    expect(await crudgen(project, 'upgrade')).toContain(`upgraded from 0.1.0 to ${VERSION}`);
    expect(typeErrors(project)).toBe('');
    expect(typeErrors(project, 'web')).toBe('');
    expect(await crudgen(project, 'upgrade')).toContain('nothing to change');
  });

  it('comes back exactly when that is undone', async () => {
    expect(await crudgen(project, 'undo')).toContain('undid `crudgen upgrade`');
    const after = onDisk();
    for (const [path, text] of before) expect(after.get(path), path).toBe(text);
    expect([...after.keys()]).toEqual([...before.keys()].sort());
    expect(folders()).toEqual(were);
  });
});

describe('the orders of 0.1.0', () => {
  it('say who may do what before their upgrade and after it', { timeout: 120_000 }, async () => {
    const explained = async () =>
      await crudgen(orders, 'access', 'explain', 'admin', 'create', 'Order');
    expect(npm(orders, 'run', '--silent', 'seed', '--', '--fake', '3')).toContain('Order: 3 rows');
    const said = await explained();
    expect(said).toContain('row rules show the user 3 of 3');
    await crudgen(orders, 'upgrade');
    expect(npm(orders, 'run', '--silent', 'migrate')).toContain('applied EndSessions');
    expect(await explained()).toBe(said);
    expect(await tryCrudgen(orders, 'doctor', '--dry-run')).toMatchObject({ status: 0 });
  });
});
