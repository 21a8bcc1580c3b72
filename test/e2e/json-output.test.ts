import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsidePackage, writeFiles } from '../support/outside-package.js';
import { declaredCommands, misfits } from '../support/output-schema.js';
import { runCrudgen } from '../support/project-on-disk.js';
import { makeFolder, tryCrudgen } from './evolution/project.js';

const SPEC = `models:
  Project: { fields: { name: string:required } }
  Task:
    rows: { owner: created_by, except: [Manager] }
    fields: { title: string:required, due: date, project: ref=Project:as=tasks, created_by: ref=User }
`;

let folder: string;
let project: string;
const MINUTE = 60_000;

interface Document {
  readonly ok: boolean;
  readonly command: string;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly [key: string]: unknown;
}

/** What a command prints with --json, held against the schema: one document and nothing else. */
async function answer(args: readonly string[], cwd = project) {
  // What reads a database is a process of its own, which only the built command has.
  const isApart = args[0] === 'drift' || args[0] === 'pull';
  const { status, stdout, stderr } = isApart
    ? runCrudgen(cwd, ...args, '--json')
    : await tryCrudgen(cwd, ...args, '--json');
  expect(stderr).toBe('');
  const document = JSON.parse(stdout) as Document;
  expect(misfits(document), JSON.stringify(document).slice(0, 2000)).toEqual([]);
  expect(document.ok).toBe(status === 0);
  return { status, ...document } as Document & { readonly status: number | null };
}

beforeAll(async () => {
  folder = makeFolder('json-output');
  project = join(folder, 'shop');
  mkdirSync(join(folder, 'merge'));
  writeFileSync(join(folder, 'models.yaml'), SPEC);
  for (const [name, text] of [
    ['base', 'const a = 1;\n'],
    ['ours', 'const a = 2;\n'],
    ['same', 'const a = 2;\n'],
    ['theirs', 'const a = 3;\n'],
  ] as const)
    writeFileSync(join(folder, 'merge', `${name}.ts`), text);
  writeFiles(join(folder, 'callbacks'), outsidePackage());
  const init = ['init', 'shop', '--models', 'models.yaml', '--no-install', '--no-git'];
  await answer([...init, '--with', 'import'], folder);
  await answer(['seed']);
  writeFileSync(join(project, 'projects.csv'), 'name\nImported\n');
}, 3 * MINUTE);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const merging = (...names: string[]) => names.map((name) => join('..', 'merge', `${name}.ts`));
const OUTSIDE = ['--cwd', '/'];

/** Every command as it works, and as it fails; in this order, in one project. */
const RUNS: Record<string, { readonly works: string[]; readonly fails: string[] }> = {
  init: { works: ['../other', '--dry-run'], fails: ['.'] },
  seed: { works: ['--fake', '2', '--seed', '7'], fails: ['--seed', '7'] },
  'import-data': {
    works: ['Project', 'projects.csv', '--as', 'admin', '--dry-run'],
    fails: ['Project', 'projects.csv', '--as', 'nobody'],
  },
  drift: { works: [], fails: ['nowhere.db'] },
  pull: {
    works: ['data/app.db', '../pulled', '--spec-only', '--dry-run'],
    fails: ['nowhere.db', '../pulled'],
  },
  'model add': { works: ['Note', 'text:text'], fails: ['Other', 'text:txt'] },
  'model list': { works: [], fails: OUTSIDE },
  status: { works: ['src/models', 'README.md'], fails: ['nowhere'] },
  'model show': { works: ['Task'], fails: ['Tsak'] },
  'model add-field': {
    works: [
      'Task',
      'code:string:required',
      'tags:refs=Note',
      '--backfill',
      'Task.code=none',
      '--sql',
    ],
    fails: ['Task', 'size:enum=s,m:required'],
  },
  'model change-field': {
    works: ['Task', 'code:-required', 'due:index'],
    fails: ['Task', 'none:max=80'],
  },
  'model rename-field': { works: ['Task', 'code', 'mark'], fails: ['Task', 'none', 'other'] },
  'model remove-field': { works: ['Task', 'mark', '--drop-data'], fails: ['Task', 'title'] },
  'model freeze': { works: ['Task', 'status=done'], fails: ['Task', 'state=done'] },
  'model board': { works: ['Task', 'status'], fails: ['Task', 'title'] },
  'model calendar': { works: ['Task', 'due_date'], fails: ['Task', 'title'] },
  'model history': { works: ['Task', '90d'], fails: ['Task', 'long'] },
  'model trash': { works: ['Task'], fails: ['User'] },
  'model rename': { works: ['Note', 'Memo'], fails: ['User', 'Person'] },
  'model remove': { works: ['Memo', '--drop-data'], fails: ['Task'] },
  'search add-model': { works: ['Task', '--fields', 'title'], fails: ['Tsak'] },
  'search add-field': { works: ['name'], fails: ['nothing_like_it'] },
  'search list': { works: [], fails: OUTSIDE },
  'search remove-field': { works: ['name'], fails: OUTSIDE },
  'search remove-model': { works: ['Task'], fails: OUTSIDE },
  'endpoint add': { works: ['Task', 'POST', '/:id/archive'], fails: ['Task', 'PUSH', '/'] },
  'access add': { works: ['Task'], fails: ['Tsak'] },
  'access rows': { works: ['Task', '--as', 'project'], fails: ['Task', '--owner', 'ownr'] },
  'access sentence': {
    works: ['Task', 'never: a Viewer deletes Task'],
    fails: ['Task', 'never: a Viewer delets Task'],
  },
  'routes add': { works: ['Task'], fails: ['Tsak'] },
  'hooks add': { works: ['Task'], fails: ['Tsak'] },
  'rules add': { works: ['Task'], fails: ['Tsak'] },
  brand: { works: ['--name', 'Tasks', '--color', '#facc15'], fails: ['--color', 'teal'] },
  sync: { works: [], fails: ['--rename', 'Task.title'] },
  diff: { works: [], fails: ['--backfill', 'code=none'] },
  upgrade: { works: [], fails: OUTSIDE },
  restore: { works: ['README.md'], fails: ['nothing.ts'] },
  add: { works: ['metrics'], fails: ['metric'] },
  drop: { works: ['metrics', '--dry-run'], fails: ['metric'] },
  undo: { works: [], fails: [] },
  'templates list': { works: [], fails: OUTSIDE },
  'templates eject': { works: ['list.tsx'], fails: ['lists.tsx'] },
  features: { works: [], fails: ['more'] },
  'feature test': { works: ['../callbacks'], fails: ['../nowhere'] },
  describe: { works: [], fails: OUTSIDE },
  doctor: { works: [], fails: OUTSIDE },
  'access show': { works: ['Task'], fails: ['Tsak'] },
  'access explain': {
    works: ['admin', 'show', 'Project', '1'],
    fails: ['adnim', 'list', 'Project'],
  },
  'access prove': { works: ['Project'], fails: ['Porject'] },
  help: { works: ['json'], fails: ['jsno'] },
  version: { works: [], fails: ['more'] },
  'merge-base': { works: merging('base', 'ours', 'same'), fails: [] },
  'merge-file': {
    works: merging('base', 'ours', 'same'),
    fails: merging('base', 'ours', 'theirs'),
  },
};

describe('the output for programs', () => {
  it('is tried of every command', () => {
    expect(Object.keys(RUNS).sort()).toEqual(declaredCommands().sort());
  });

  it.each(Object.entries(RUNS))('of `%s` is as the schema says', async (name, { works, fails }) => {
    const words = name.split(' ');
    const done = await answer([...words, ...works]);
    expect({ ...done, problems: done.problems.map(({ message }) => message) }).toMatchObject({
      status: 0,
      command: name,
    });
    const failed = await answer([...words, ...fails]);
    expect(failed.status).toBeGreaterThan(0);
    expect(failed).toMatchObject({ command: name });
  });

  it('names the files of a new project without their texts, unless these are asked for', async () => {
    const init = ['init', '../other', '--dry-run'];
    const brief = await answer(init);
    expect(brief['changes']).toContainEqual({
      kind: 'create',
      path: 'package.json',
      bytes: expect.any(Number) as number,
      added: expect.any(Number) as number,
      removed: 0,
    });
    const whole = await answer([...init, '--contents']);
    const [first] = whole['changes'] as { bytes: number; content: string }[];
    expect(Buffer.byteLength(first!.content)).toBe(first!.bytes);
    expect(JSON.stringify(brief).length * 5).toBeLessThan(JSON.stringify(whole).length);
  });

  it('tells of changes how they look where that is asked for', async () => {
    const add = ['model', 'add-field', 'Task', 'rank:integer', '--dry-run'];
    expect(JSON.stringify(await answer(add))).not.toContain('rank!: number');
    expect((await answer([...add, '--contents']))['changes']).toContainEqual(
      expect.objectContaining({
        path: 'src/models/task/task.model.ts',
        diff: expect.stringContaining('+  rank!: number | null;') as string,
      }),
    );
  });

  it('of `seed` says what it would run, and what the failed script said', async () => {
    const dry = await answer(['seed', '--fake', '3', '--dry-run']);
    expect(dry).toMatchObject({
      status: 0,
      would_run: expect.stringContaining('seed --fake 3') as string,
    });
    writeFileSync(
      join(project, 'src/seeds/seeds.ts'),
      `export const seeds = [{ name: 'broken', run: () => Promise.reject(new Error('no luck')) }];\n`,
    );
    const failed = await answer(['seed']);
    expect(failed).toMatchObject({ status: 1, problems: [{ severity: 'error' }] });
    expect(failed.problems[0]?.message).toContain('no luck');
  });

  it('tells of data that would be lost, and of edits that are in the way', async () => {
    const losing = await answer(['model', 'change-field', 'Task', 'title:max=20']);
    expect(losing).toMatchObject({
      status: 1,
      written: false,
      losses: [{ table: 'task', column: 'title' }],
      problems: [{ code: 'loses-data', severity: 'error' }],
    });
    const file = join(project, 'src/models/models.gen.ts');
    writeFileSync(file, '// mine\n');
    expect(await answer(['model', 'add', 'Label', 'name:string'])).toMatchObject({
      status: 1,
      refused: [{ path: 'src/models/models.gen.ts', reason: 'edited-generated' }],
      problems: [{ code: 'edited-generated', severity: 'error' }],
    });
  });
});
