import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setMergeDriver } from '../../../src/disk/merge-driver.js';
import {
  crudgen,
  edit,
  filesOf,
  git,
  makeFolder,
  read,
  SPEC,
  tryCrudgen,
  typeErrors,
} from './project.js';

const folder = makeFolder('commands');
const project = join(folder, 'shop');
const MODEL = 'src/models/task/task.model.ts';

beforeAll(async () => {
  await crudgen(folder, 'init', 'shop', '--models', SPEC, '--no-install', '--no-git');
  git(project, 'init', '--quiet');
  // So that no command has to.
  await setMergeDriver(project);
  save();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(): void {
  git(project, 'add', '--all');
  git(project, 'commit', '--quiet', '--allow-empty', '--message', 'save');
}
const reset = (): void => {
  git(project, 'reset', '--quiet', '--hard');
  git(project, 'clean', '--quiet', '--force', '-d');
};
const status = (): string => git(project, 'status', '--porcelain').stdout;

describe('commands that change an edited project', () => {
  afterEach(reset);

  it('change nothing the second time, and touch no README', async () => {
    await crudgen(project, 'model', 'add', 'Label', 'name:string:required');
    expect(git(project, 'status', '--porcelain', 'README.md', 'AGENTS.md').stdout).toBe('');
    const add = ['model', 'add-field', 'Task', 'rank:integer:default=1', 'label:ref=Label'];
    await crudgen(project, ...add);
    expect(await crudgen(project, ...add)).toContain('nothing to change');
    await crudgen(project, 'model', 'rename-field', 'Task', 'rank', 'place');
    expect(await crudgen(project, 'model', 'rename-field', 'Task', 'rank', 'place')).toContain(
      'nothing to change',
    );
    await crudgen(project, 'model', 'rename', 'Label', 'Badge');
    expect(await crudgen(project, 'model', 'rename', 'Label', 'Badge')).toContain(
      'nothing to change',
    );
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({ status: 0 });
  });

  it('are taken back by undo, unless a file has changed since', async () => {
    await crudgen(project, 'model', 'add-field', 'Task', 'rank:integer');
    const said = await crudgen(project, 'undo');
    expect(said).toContain('crudgen model add-field Task rank:integer');
    expect(said).not.toContain('.crudgen');
    expect(status()).toBe('');
    expect((await tryCrudgen(project, 'undo')).stderr).toContain('error[nothing-to-undo]');
    await crudgen(project, 'model', 'add-field', 'Task', 'rank:integer');
    edit(project, MODEL, (text) => `${text}// more\n`);
    expect(await tryCrudgen(project, 'undo')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(MODEL),
    });
  });

  it('tell programs the statements of a migration, too', async () => {
    const add = ['model', 'add-field', 'Task', 'rank:integer', '--dry-run', '--json'];
    expect(JSON.parse(await crudgen(project, ...add))).not.toHaveProperty('sql');
    expect(JSON.parse(await crudgen(project, ...add, '--sql'))).toMatchObject({
      sql: {
        sqlite: [expect.stringContaining('rank')],
        postgres: [expect.stringContaining('rank')],
      },
    });
  });

  it('rename a model with its files, its exports and all who import them', async () => {
    edit(project, MODEL, (text) =>
      text.replace(/\n}\s*$/, '\n\n  copy(): Task {\n    return new Task();\n  }\n}\n'),
    );
    edit(project, 'web/src/pages/task/task.list.tsx', (text) =>
      text.replace('export function TaskList() {', "$&\n  const mine = 'own';\n  void mine;"),
    );
    await crudgen(project, 'endpoint', 'add', 'Task', 'POST', '/:id/archive');
    writeFileSync(
      join(project, 'src/models/task/late.ts'),
      "import type { Task } from './task.model.js';\nexport const late = (task: Task) => task.due_date;\n",
    );
    mkdirSync(join(project, 'src/jobs'));
    writeFileSync(
      join(project, 'src/jobs/nightly.ts'),
      "import { Task } from '../models/task/task.model.js';\nimport { late } from '../models/task/late.js';\nlate(new Task());\n",
    );
    save();
    const said = await crudgen(project, 'model', 'rename', 'Task', 'Errand');
    expect(said).toContain(`move    ${MODEL} -> src/models/errand/errand.model.ts`);
    expect(filesOf(project).filter((path) => /\/task\//.test(path))).toEqual([]);
    expect(read(project, 'src/jobs/nightly.ts')).toBe(
      "import { Errand } from '../models/errand/errand.model.js';\nimport { late } from '../models/errand/late.js';\nlate(new Errand());\n",
    );
    expect(read(project, 'web/src/pages/errand/errand.list.tsx')).toContain("const mine = 'own'");
    expect(read(project, 'src/models/errand/errand.routes.ts')).toContain(
      '* /errand/{id}/archive:',
    );
    expect(typeErrors(project)).toBe('');
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({ status: 0, stderr: '' });
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    await crudgen(project, 'undo');
    expect(status()).toBe('');
    mkdirSync(join(project, 'src/models/errand'));
    writeFileSync(join(project, 'src/models/errand/errand.model.ts'), 'export {};\n');
    expect(await tryCrudgen(project, 'model', 'rename', 'Task', 'Errand')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error[file-there]'),
    });
    git(project, 'reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('show a conflict, write nothing, and settle it as asked', async () => {
    const page = 'web/src/pages/task/task.list.tsx';
    edit(project, page, (text) => text.replace('source="title"', 'source="shout"'));
    const rename = ['model', 'rename-field', 'Task', 'title', 'headline'];
    const before = status();
    const refused = await tryCrudgen(project, ...rename);
    expect(refused.status).toBe(3);
    expect(refused.stderr).toMatch(
      /error\[conflict\][^]*task\.list\.tsx:\d+\n.*yours.*shout[^]*headline/,
    );
    expect(status()).toBe(before);
    expect(await tryCrudgen(project, ...rename, '--on-conflict=mark')).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/warning\[markers\]: .*task\.list\.tsx:\d+ /),
    });
    expect(read(project, page)).toMatch(/^<{7} /m);
    expect((await tryCrudgen(project, 'doctor')).stderr).toContain('error[markers]');
    reset();
    edit(project, page, (text) => text.replace('source="title"', 'source="shout"'));
    const unknown = await tryCrudgen(project, ...rename, '--on-conflict=mine:task.list.tsx');
    expect(unknown).toMatchObject({ status: 2, stderr: expect.stringContaining(page) });
    const typed = [
      '--cwd',
      join(project, 'web'),
      '--on-conflict=mine:src/pages/task/task.list.tsx',
    ];
    await crudgen(project, ...rename, ...typed);
    expect(read(project, page)).toContain('source="shout"');
    expect(read(project, MODEL)).toContain('headline!: string');
  });

  it('name the place of markers, and load no code past them', async () => {
    edit(project, 'package.json', (text) =>
      text.replace('{\n', '{\n<<<<<<< ours\n=======\n>>>>>>> theirs\n'),
    );
    const { status, stderr } = await tryCrudgen(project, 'doctor');
    expect(status).toBe(1);
    expect(stderr).toContain('error[markers]: package.json has conflict markers');
    expect(stderr).toContain('package.json:2:1');
    expect(stderr).not.toMatch(/database|ERR_/);
    const dropped = await tryCrudgen(project, 'model', 'remove-field', 'Task', 'description');
    expect(dropped.stderr).not.toContain('ERR_');
  });

  it('tell code and settings that do not load from a database that does not answer', async () => {
    const settings = 'src/settings.ts';
    edit(project, settings, (text) => `import './nowhere.js';\n${text}`);
    const { stderr } = await tryCrudgen(project, 'doctor');
    expect(stderr).toMatch(/warning\[not-loaded\]: the project does not load: .*nowhere/);
    expect(stderr).not.toContain('[database]');
    reset();
    const kept = read(project, '.env');
    const toldWith = async (setting: string) => {
      writeFileSync(join(project, '.env'), `${kept}\n${setting}\n`);
      return (await tryCrudgen(project, 'doctor')).stderr;
    };
    expect(await toldWith('DATABASE_URL=sqlite:src')).toContain('warning[database]');
    expect(await toldWith('PORT=often')).toMatch(/warning\[not-loaded\].*PORT/);
    writeFileSync(join(project, '.env'), kept);
  });

  it('take hand edits along, renames by word, and drop nothing unasked', async () => {
    edit(project, MODEL, (text) => text.replace('description!:', 'summary!:'));
    const asked = await tryCrudgen(project, 'sync');
    expect(asked).toMatchObject({ status: 1, stdout: '' });
    expect(asked.stderr).toContain('--rename Task.description:summary');
    await crudgen(project, 'sync', '--rename', 'Task.description:summary');
    const [migration] = git(project, 'ls-files', '--others', '--exclude-standard', 'src/database')
      .stdout.trim()
      .split('\n');
    expect(read(project, migration!)).toContain("renameColumn('task', 'description', 'summary')");
    expect(read(project, 'web/src/pages/task/task.form.tsx')).toContain('source="summary"');
    edit(project, MODEL, (text) =>
      text.replace(
        /\n {2}@Column\('double precision', \{ nullable: true \}\)\n {2}planned_work_hours!:[^\n]*\n/,
        '',
      ),
    );
    expect((await tryCrudgen(project, 'sync')).stderr).toContain('error[loses-data]');
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('error[drift]'),
    });
  });

  it('leave alone what they cannot read, and say so once', async () => {
    edit(project, MODEL, (text) =>
      text
        .replace("@Column('date', { nullable: true })", '@Column(day())')
        .replace(
          '@Entity(',
          "const day = () => ({ type: 'date' as const, nullable: true });\n\n@Entity(",
        ),
    );
    const said = await tryCrudgen(project, 'sync');
    expect(said.stdout).toContain('nothing to change');
    expect(said.stderr.match(/unreadable-member/g)).toHaveLength(1);
    await crudgen(project, 'model', 'add-field', 'Task', 'rank:integer');
    expect(read(project, 'web/src/pages/task/task.form.tsx')).toContain('source="due_date"');
  });

  it('refuse to write beside a model that cannot be read, and leave it out where they only read', async () => {
    const show = 'web/src/pages/project/project.show.tsx';
    const before = read(project, show);
    edit(project, MODEL, (text) => text.replace('class Task {', 'class Task {{'));
    const refused = await tryCrudgen(project, 'model', 'add-field', 'Project', 'code:string');
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error\[syntax-error\]: src\/models\/task\/task\.model\.ts cannot be parsed: .*\n {2}src\/models\/task\/task\.model\.ts:\d+:20\n {6}export class Task \{\{\n {6} {19}\^\nhelp: /,
    );
    expect(read(project, show)).toBe(before);
    const shown = await tryCrudgen(project, 'diff');
    expect(shown).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing to change'),
    });
    expect(shown.stderr).toContain('warning[syntax-error]');
    const found = await tryCrudgen(project, 'doctor');
    expect([found.status, found.stderr.match(/^error\[.*\]/gm)]).toEqual([
      1,
      ['error[syntax-error]'],
    ]);
    expect(await crudgen(project, 'model', 'show', 'Task')).toContain('planned_work_hours');
    reset();
    edit(project, MODEL, (text) =>
      text.replace(
        '  @PrimaryGeneratedColumn()',
        "  @PrimaryColumn('integer')\n  part!: number;\n\n$&",
      ),
    );
    expect(await tryCrudgen(project, 'sync')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'error[primary-key]: the primary key of `Task` has more than one column',
      ),
    });
  });

  it('say where code of the owner still means a field that has another name', async () => {
    mkdirSync(join(project, 'src/jobs'));
    writeFileSync(
      join(project, 'src/jobs/nightly.ts'),
      [
        "import type { DataSource } from 'typeorm';",
        "import { Task } from '../models/task/task.model.js';",
        "export const label = { title: 'title' };",
        'export async function nightly(source: DataSource) {',
        "  const [task] = await source.getRepository(Task).find({ where: { status: 'todo' } });",
        '  return task?.title ?? label.title;',
        '}',
        '',
      ].join('\n'),
    );
    const said = await tryCrudgen(project, 'model', 'rename-field', 'Task', 'title', 'headline');
    expect(said.status).toBe(0);
    expect(said.stderr).toBe(
      'warning[old-name]: your own code still uses `title` of `Task` in one place\nhelp: see src/jobs/nightly.ts:6\n',
    );
  });

  it('keep a deleted file deleted until it is restored', async () => {
    const path = 'web/src/pages/task/task.show.tsx';
    rmSync(join(project, path));
    await crudgen(project, 'model', 'add-field', 'Task', 'rank:integer');
    expect(existsSync(join(project, path))).toBe(false);
    expect((await tryCrudgen(project, 'doctor')).stderr).toContain(`crudgen restore ${path}`);
    await crudgen(project, 'restore', path);
    expect(read(project, path)).toContain('source="rank"');
    expect(await crudgen(project, 'restore', path)).toContain('nothing to change');
    rmSync(join(project, path));
    await crudgen(join(project, 'web'), 'restore', 'src/pages/task/task.show.tsx');
    expect(existsSync(join(project, path))).toBe(true);
  });

  it('know a file that its owner has moved from one that is gone', async () => {
    mkdirSync(join(project, 'src/domain'));
    renameSync(join(project, MODEL), join(project, 'src/domain/task.ts'));
    expect((await tryCrudgen(project, 'doctor')).stderr).not.toContain('missing-file');
    expect(await tryCrudgen(project, 'restore', MODEL)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('was moved to src/domain/task.ts'),
    });
  });

  it('remove a model only when nothing of its owner goes with it', async () => {
    expect((await tryCrudgen(project, 'model', 'remove', 'Task')).stderr).toContain(
      'error[loses-data]',
    );
    edit(project, 'src/models/task/task.test.ts', (text) => `// mine\n${text}`);
    const refused = await tryCrudgen(project, 'model', 'remove', 'Task', '--drop-data');
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain('+// mine');
    await crudgen(project, 'model', 'remove', 'Task', '--keep');
    expect(read(project, 'src/models/task/task.test.ts')).toContain('// mine');
    expect(read(project, 'src/models/models.gen.ts')).not.toContain('Task');
    expect(await crudgen(project, 'model', 'list')).not.toContain('Task');
    expect(read(project, MODEL)).toContain('@ManyToOne(() => Project, {');
    reset();
    await crudgen(project, 'model', 'remove', 'Task', '--drop-data');
    expect(filesOf(project).filter((path) => /\/task\//.test(path))).toEqual([]);
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({ status: 0 });
  });

  it('follow the owner who renames the exported rules', async () => {
    await crudgen(project, 'access', 'add', 'Task');
    edit(project, 'src/models/task/task.access.ts', (text) =>
      text.replace('export const taskAccess', 'export const rules'),
    );
    await crudgen(project, 'sync');
    expect(read(project, 'src/models/models.gen.ts')).toMatch(
      /\{ rules as taskAccess \} from '\.\/task\/task\.access\.js'/,
    );
    save();
    edit(project, 'src/models/task/task.access.ts', (text) =>
      text.replace('export const rules', 'export const taskAccess'),
    );
    await crudgen(project, 'sync');
    expect(read(project, 'src/models/models.gen.ts')).toContain(
      "import { taskAccess } from './task/task.access.js'",
    );
    git(project, 'reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('follow the owner who renames a class, in one run', async () => {
    const page = 'web/src/pages/task/task.list.tsx';
    edit(project, page, (text) =>
      text.replace('TaskList() {', "$&\n  const mine = 'own';\n  void mine;"),
    );
    for (const path of filesOf(project).filter((one) => /^src\/models\/.*\.ts$/.test(one)))
      edit(project, path, (text) => text.replace(/\bTask\b/g, 'Todo'));
    await crudgen(project, 'sync');
    expect(read(project, page)).toMatch(/export function TodoList\(\) \{\n {2}const mine = 'own';/);
    expect(typeErrors(project)).toBe('');
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    await crudgen(project, 'model', 'rename', 'Todo', 'Errand');
    expect(filesOf(project).filter((path) => /\/task\//.test(path))).toEqual([]);
  });

  it('work without kept copies, and say once that they take the project as it is', async () => {
    rmSync(join(project, '.crudgen'), { recursive: true });
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('warning[no-base]'),
    });
    expect(await tryCrudgen(project, 'model', 'add', 'Label', 'name:string')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('added Label'),
      stderr: expect.stringContaining('warning[adopted]'),
    });
    expect(
      await tryCrudgen(project, 'model', 'rename-field', 'Task', 'title', 'headline'),
    ).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('adopted'),
    });
    expect(typeErrors(project)).toBe('');
    expect(typeErrors(project, 'web')).toBe('');
    expect(await crudgen(project, 'sync')).toContain('nothing to change');
    expect(await tryCrudgen(project, 'doctor')).toMatchObject({ status: 0, stderr: '' });
  });
});
