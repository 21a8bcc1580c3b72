import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  crudgen,
  filesOf,
  git,
  makeFolder,
  migrate,
  read,
  SPEC,
  tryCrudgen,
  typeErrors,
} from './project.js';

const MINUTES = 60_000;
const folder = makeFolder('branches');
const project = join(folder, 'shop');

beforeAll(() => {
  crudgen(folder, 'init', 'shop', '--models', SPEC, '--no-install', '--no-git');
  git(project, 'init', '--quiet', '--initial-branch=main');
  commit('start');
}, MINUTES);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function commit(message: string): void {
  git(project, 'add', '--all');
  expect(git(project, 'commit', '--quiet', '--message', message)).toMatchObject({ status: 0 });
}

it(
  'two branches with a model each, merged by git, need nothing by hand',
  { timeout: 4 * MINUTES },
  () => {
    git(project, 'switch', '--quiet', '--create', 'notes');
    crudgen(project, 'model', 'add', 'Note', 'text:text:required', 'project:ref=Project');
    commit('notes');
    git(project, 'switch', '--quiet', 'main');
    crudgen(project, 'model', 'add', 'Label', 'name:string:required', 'project:ref=Project');
    commit('labels');

    git(project, 'merge', '--quiet', 'notes');
    crudgen(project, 'sync');

    const marked = filesOf(project).filter((path) => /^<{7} /m.test(read(project, path)));
    expect(marked).toEqual([]);
    const models = read(project, 'src/models/models.gen.ts');
    expect(models).toContain('labelAccess');
    expect(models).toContain('noteAccess');
    const both = read(project, 'src/models/project/project.model.ts');
    expect(both).toContain('labels?: Relation<Label[]>');
    expect(both).toContain('notes?: Relation<Note[]>');
    expect(crudgen(project, 'sync')).toContain('nothing to change');
    expect(tryCrudgen(project, 'doctor')).toMatchObject({ status: 0 });
    commit('merged');
    migrate(project, 'sqlite:data/branches.db');
    expect(typeErrors(project)).toBe('');
  },
);
