import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCrudgen } from '../support/crudgen-on-path.js';
import { SCRATCH } from '../support/scratch.js';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = join(ROOT, 'test/unit/spec/fixtures/valid/cli.yaml');
let folder: string;
let project: string;

function crudgen(args: readonly string[], cwd = project) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'bin/crudgen.js'), ...args],
    {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, PATH: withCrudgen, NO_COLOR: '1', FORCE_COLOR: undefined },
    },
  );
  return { status, stdout, stderr };
}

beforeAll(() => {
  folder = mkdtempSync(join(SCRATCH, 'command-line-'));
  project = join(folder, 'shop');
  expect(crudgen(['init', 'shop', '--models', SPEC, '--no-install'], folder)).toMatchObject({
    status: 0,
    stderr: '',
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(project, path), 'utf8');

describe('crudgen', () => {
  it('makes a project only in an empty folder', () => {
    expect(crudgen(['init'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error[not-empty]'),
    });
    expect(crudgen(['init', 'other', '--name', 'Big Shop'], folder).status).toBe(2);
  });

  it('makes a repository that knows how to merge, and tells nobody of the commands for it', () => {
    const { stdout } = spawnSync('git', ['config', '--local', '--get-regexp', '^merge'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/merge\.crudgen\.driver .*merge-base[^]*merge\.crudgen-file\.driver/);
    expect(crudgen(['--help']).stdout).not.toMatch(/merge-(base|file)/);
  });

  it.each([
    [['--help'], 'stdout', 0],
    [['describe'], 'stdout', 0],
    [['model', 'show', 'Nobody'], 'stderr', 1],
  ] as const)('ends quietly where nobody reads on: %j to %s', async (args, read, code) => {
    const child = spawn(process.execPath, [join(ROOT, 'bin/crudgen.js'), ...args], {
      cwd: project,
    });
    let said = '';
    child[read].destroy();
    child[read === 'stdout' ? 'stderr' : 'stdout'].on('data', (text) => (said += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    expect([status, said]).toEqual([code, '']);
  });

  it('says of features that are on already so, each once', () => {
    expect(crudgen(['add', 'admin', 'admin']).stdout).toBe(
      'nothing to change: admin is already on\n',
    );
    expect(crudgen(['add', 'admin', 'search', 'admin']).stdout).toBe(
      'nothing to change: admin, search are already on\n',
    );
  });

  it('adds a model, all or nothing, once', () => {
    const add = ['model', 'add', 'Post', 'title:string:required', 'project:ref=Project'];
    const before = read('src/models/models.gen.ts');
    const dry = crudgen([...add, '--dry-run']);
    expect(dry).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing was written'),
    });
    expect(read('src/models/models.gen.ts')).toBe(before);
    expect(crudgen(add)).toMatchObject({ status: 0, stderr: '' });
    expect(read('src/models/models.gen.ts')).toContain('Post');
    const again = crudgen(add);
    expect(again).toMatchObject({
      status: 0,
      stdout: 'nothing to change: `Post` already exists exactly as given\n',
    });
    expect(crudgen(['model', 'add', 'Post', 'title:text']).stderr).toContain(
      'error[duplicate-model]',
    );
  });

  it('keeps what its owner wrote', () => {
    const path = 'src/models/project/project.model.ts';
    const mine = read(path).replace(
      'export class Project {',
      '// my comment\nexport class Project {\n  mine = 1;\n',
    );
    writeFileSync(join(project, path), mine);
    expect(crudgen(['model', 'add', 'Note', 'text:text', 'project:ref=Project'])).toMatchObject({
      status: 0,
    });
    expect(read(path)).toContain('// my comment');
    expect(read(path)).toContain('mine = 1;');
    expect(read(path)).toContain('notes?: Relation<Note[]>');
  });

  it('finds every model of a spec file there already', () => {
    expect(crudgen(['model', 'add', '--from', SPEC])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^nothing to change/),
    });
  });

  it('lists and shows, also for programs', () => {
    expect(crudgen(['model', 'list']).stdout).toContain('team_member');
    const { models } = JSON.parse(crudgen(['model', 'list', '--json']).stdout) as {
      models: { name: string }[];
    };
    expect(models.map(({ name }) => name)).toContain('Invoice');
    expect(crudgen(['model', 'show', 'Invoice']).stdout).toContain('total:decimal=12,2:min=0');
    expect(crudgen(['model', 'show', 'Invoce']).stderr).toContain('did you mean `Invoice`?');
  });

  it('searches each model from its first day on, and what somebody says beside that', () => {
    const add = ['search', 'add-model', 'Project', '--fields', 'description'];
    expect(crudgen(add).status).toBe(0);
    expect(crudgen(add).stdout).toContain('nothing to change');
    expect(crudgen(['search', 'add-model', 'Projekt', '--fields', 'nme']).stderr).toMatch(
      /`Project`[^]*`name`/,
    );
    expect(JSON.parse(read('config/search.json'))).toEqual({
      models: ['TeamMember', 'Project', 'Invoice', 'Post'],
      fields: ['name', 'number', 'customer', 'title', 'description'],
    });
    expect(crudgen(['search', 'list', '--json']).stdout).toContain('"name"');
  });

  it.each([
    [['modle'], 2, 'did you mean `model`?'],
    [['model', 'add', 'X', 'a:strng'], 1, 'did you mean `string`?'],
    [['model', 'add', 'X', 'a:string', '--tabel', 'x'], 2, '`--table`'],
    [['model', 'add', 'X'], 2, 'has no fields'],
    [['model', 'show'], 2, 'missing required argument'],
    [['model', 'list', '--cwd', '/'], 1, 'crudgen init'],
    [['model', 'add', '--from', 'nope.yaml'], 1, 'there is no file'],
    [['seed', '--seed', '3'], 2, '--fake'],
  ] as const)('%j exits with %d and helps', (args, status, help) => {
    const said = crudgen(args);
    expect(said).toMatchObject({ status, stdout: '' });
    expect(said.stderr).toContain(help);
    expect(said.stderr).not.toMatch(/\n\s+at /);
  });

  it.each([
    [['--help']],
    [['init', '--help']],
    [['model', 'add', '--help']],
    [['help', 'types']],
    [['help', 'spec']],
    [['help', 'search']],
    [['--version']],
  ] as const)('%j is help', (args) =>
    expect(crudgen(args)).toMatchObject({ status: 0, stderr: '' }),
  );

  it('does not write through a folder that is not a project', () => {
    const copy = join(folder, 'copy');
    cpSync(project, copy, { recursive: true });
    rmSync(join(copy, 'crudgen.json'));
    expect(crudgen(['model', 'list'], copy).stderr).toContain('error[no-project]');
  });
});
