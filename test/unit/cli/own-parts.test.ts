import { describe, expect, it } from 'vitest';
import { accessShow } from '../../../src/cli/commands/access.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { addModelFields, removeModelField } from '../../../src/cli/commands/model-fields.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { renderExample } from '../../golden/example.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const LIST = 'src/models/models.gen.ts';
const ACCESS = 'src/models/task/task.access.ts';
const ROUTES = 'src/models/task/task.routes.ts';
const COPY = '.crudgen/base/';

const files = () => readTree(project.root(), new Set());
const listed = (model: string): string =>
  project
    .read(LIST)
    .split('\n')
    .find((line) => line.includes(`entity: ${model}`))!
    .trim();
const add = (model: string, path: string) =>
  endpointAdd(project.context(), model, 'post', path, {});
const errors = () => project.said().filter(({ severity }) => severity !== 'warning');
const isSound = async (): Promise<boolean> => (await doctor(project.context())) === 0;

/** The matrix of the project's models, as programs read it; users are among them where they have endpoints. */
async function matrix(): Promise<unknown> {
  const terminal = new JsonTerminal();
  await accessShow(project.context({ json: true, terminal }), undefined);
  const { models } = JSON.parse(terminal.document(0)) as { models: { model: string }[] };
  expect(models.length).toBeGreaterThan(2);
  return models.filter(({ model }) => model !== 'User');
}

describe('a new model', () => {
  it('has neither routes nor access rules where it has none', () => {
    expect(project.files('src/models/task')).toEqual(['task.model.ts', 'task.test.ts']);
    expect(listed('Task')).toBe('modelModule({ entity: Task }),');
    expect(listed('User')).toBe('modelModule({ entity: User, access: userAccess }),');
  });

  it('has access rules where its spec has some', () => {
    const clinic = renderExample('clinic');
    const withRules = [...clinic.keys()].filter((path) => path.endsWith('.access.ts'));
    expect(withRules.map((path) => path.split('/')[2])).toEqual([
      ...['appointment', 'device', 'diary', 'doctor', 'invoice', 'note', 'patient', 'user'],
    ]);
    expect([...clinic.keys()].filter((path) => path.endsWith('.routes.ts'))).toEqual([]);
  });
});

describe('the first endpoint of a model', () => {
  it('comes with the file of routes, in the list of models; undo takes both away', async () => {
    const before = files();
    expect(await add('Task', '/:id/archive')).toBe(0);
    expect(project.read(ROUTES)).toMatch(
      /^import \{ defineRoutes \} from '#engine';[^]*defineRoutes\(Task, \(route\) => \{\n {2}\/\*\*/,
    );
    expect(project.read(ROUTES)).not.toContain('crudgen endpoint add');
    expect(listed('Task')).toBe('modelModule({ entity: Task, routes: taskRoutes }),');
    expect(
      [...files().keys()].filter((path) => path.startsWith(COPY) && path.includes('routes.ts')),
    ).toEqual([]);
    expect(await isSound()).toBe(true);
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('is followed by others that change nothing but that file', async () => {
    await add('Task', '/:id/archive');
    const before = files();
    expect(await add('Task', '/:id/close')).toBe(0);
    const changed = [...files()].filter(([path, text]) => before.get(path) !== text);
    expect(changed.map(([path]) => path)).toEqual([
      ...['.crudgen/last.json', 'src/models/task/close-task.test.ts', ROUTES],
    ]);
  });

  it('may be one of users, who are in every project', async () => {
    const before = project.read(LIST);
    expect(await add('User', '/:id/follow')).toBe(0);
    expect(listed('User')).toContain('routes: userRoutes');
    expect(await isSound()).toBe(true);
    project.remove('src/models/user/user.routes.ts');
    project.remove('src/models/user/follow-user.test.ts');
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).toBe(before);
    expect(
      project.files('src/database/migrations').filter((name) => name.startsWith('2026')),
    ).toHaveLength(1);
    expect(project.said().filter(({ code }) => code === 'old-name')).toEqual([]);
  });

  it('goes into a file that its developer wrote, which is listed then', async () => {
    project.write(
      ROUTES,
      "import { defineRoutes } from '#engine';\nimport { Task } from './task.model.js';\n\nexport const taskRoutes = defineRoutes(Task, () => {});\n",
    );
    expect(await add('Task', '/:id/archive')).toBe(0);
    expect(project.read(ROUTES)).toContain("route.post('/:id/archive'");
    expect(listed('Task')).toContain('routes: taskRoutes');
  });

  it('does not replace a file that defines something else', async () => {
    project.write(ROUTES, 'export const own = 1;\n');
    await expect(add('Task', '/:id/archive')).rejects.toMatchObject({
      problems: [
        { code: 'file-there', help: 'write in it: defineRoutes(Task, (route) => { ... })' },
      ],
    });
    expect(project.read(ROUTES)).toBe('export const own = 1;\n');
  });
});

describe('a file of routes or access rules that is asked for', () => {
  it.each(['access', 'routes'] as const)('of %s is written and listed once', async (kind) => {
    const path = `src/models/task/task.${kind}.ts`;
    const before = files();
    expect(await partAdd(project.context(), kind, 'Task')).toBe(0);
    expect(project.read(path)).toMatch(/=> \{\n {2}\/\/ |\(\{\n {2}\/\/ /);
    expect(listed('Task')).toMatch(/(access: taskAccess|routes: taskRoutes) /);
    expect(await isSound()).toBe(true);
    const after = files();
    expect(await partAdd(project.context(), kind, 'Task')).toBe(0);
    expect(await sync(project.context(), {})).toBe(0);
    // It is the developer's own although it holds nothing yet.
    expect(await upgrade(project.context())).toBe(0);
    expect(files()).toEqual(after);
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('takes rules that follow from the model later, beside its own', async () => {
    await partAdd(project.context(), 'access', 'Task');
    const own = '  rows: [custom((_user, where) => where.eq("status", "todo"))],';
    project.edit(ACCESS, (text) => text.replace(/ {2}\/\/.*/, own));
    expect(await addModelFields(project.context(), 'Task', ['secret:string:read=Admin'], {})).toBe(
      0,
    );
    expect(project.read(ACCESS)).toContain(own);
    expect(project.read(ACCESS)).toContain("secret: { read: ['Admin'] }");
    expect(errors()).toEqual([]);
  });

  it('takes them beside the example that it begins with, too', async () => {
    await partAdd(project.context(), 'access', 'Task');
    expect(await addModelFields(project.context(), 'Task', ['secret:string:read=Admin'], {})).toBe(
      0,
    );
    expect(project.read(ACCESS)).toContain("secret: { read: ['Admin'] }");
    expect(await isSound()).toBe(true);
  });
});

describe('the first rule of a model', () => {
  it('comes with its file, which stays when the last one goes', async () => {
    const before = await matrix();
    expect(await addModelFields(project.context(), 'Task', ['secret:string:read=Admin'], {})).toBe(
      0,
    );
    expect(project.read(ACCESS)).toContain("secret: { read: ['Admin'] }");
    expect(listed('Task')).toBe('modelModule({ entity: Task, access: taskAccess }),');
    const gone = removeModelField(project.context(), 'Task', 'secret', { dropData: true });
    expect(await gone).toBe(0);
    expect(project.read(ACCESS)).toContain('defineAccess<Task>({});');
    expect(listed('Task')).toBe('modelModule({ entity: Task, access: taskAccess }),');
    expect(await matrix()).toEqual(before);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(ACCESS)).toContain('defineAccess<Task>({});');
    expect(await isSound()).toBe(true);
  });

  it.each([
    [
      'in a form of their own',
      "// Ours.\nexport const taskAccess = defineAccess<Task>({ roles: { Viewer: ['list'] }, });\n",
    ],
    [
      'with more than crudgen writes',
      "const readers = { Viewer: ['list'] } as const;\nexport const taskAccess = defineAccess<Task>({ roles: { ...readers, '*': ['list'] } });\n",
    ],
  ])('stays as its developer wrote it, %s', async (_, text) => {
    const written = `import { defineAccess, owner } from '#engine';\nimport type { Task } from './task.model.js';\n\n${text}`;
    project.write(ACCESS, written);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(ACCESS)).toBe(written);
    expect(listed('Task')).toBe('modelModule({ entity: Task, access: taskAccess }),');
    expect(await isSound()).toBe(true);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(ACCESS)).toBe(written);
  });

  it('may be written by hand: its file counts after a sync, as the doctor says', async () => {
    project.write(
      ACCESS,
      "import { defineAccess } from '#engine';\nimport type { Task } from './task.model.js';\n\nexport const taskAccess = defineAccess<Task>({ roles: { '*': [] } });\n",
    );
    const written = project.read(ACCESS);
    expect(await isSound()).toBe(false);
    expect(errors().map(({ code }) => code)).toEqual(['behind']);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(ACCESS)).toBe(written);
    expect(listed('Task')).toBe('modelModule({ entity: Task, access: taskAccess }),');
    expect(await isSound()).toBe(true);
  });

  it('stays in the file of users, whatever it says', async () => {
    const path = 'src/models/user/user.access.ts';
    project.edit(path, (text) => text.replace(/\(\{[^]*\}\);/, '({});'));
    expect(await sync(project.context(), {})).toBe(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(path)).toContain('defineAccess<User>({});');
    expect(listed('User')).toBe('modelModule({ entity: User, access: userAccess }),');
  });
});
