import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessShow } from '../../../src/cli/commands/access.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { addModelFields, removeModelField } from '../../../src/cli/commands/model-fields.js';
import { removeWholeModel, renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { basePath } from '../../../src/disk/base-store.js';
import { readTree } from '../../../src/disk/read-tree.js';
import { kebabCase, plural, nameWords } from '../../../src/model/names.js';
import { appOf, renderExample } from '../../golden/example.js';
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
  it('comes with its file, which stays when the last one goes, until an upgrade', async () => {
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
    expect(project.files('src/models/task')).not.toContain('task.access.ts');
    expect(listed('Task')).toBe('modelModule({ entity: Task }),');
    expect(await matrix()).toEqual(before);
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
});

/** Blank files of every model with their copies, as versions until 0.2 wrote them, and some of this one. */
function writeBlankParts(): void {
  const put = (path: string, text: string) => {
    for (const place of [path, basePath(path)]) {
      mkdirSync(dirname(join(project.root(), place)), { recursive: true });
      writeFileSync(join(project.root(), place), text);
    }
  };
  const names = [...appOf('task-manager').models.map(({ name }) => name), 'User'];
  const lines = names.sort().map((name) => {
    const [file, variable] = [kebabCase(name), name.charAt(0).toLowerCase() + name.slice(1)];
    const many = plural(nameWords(name).join(' '));
    const folder = `src/models/${file}/${file}`;
    const { access, routes } = { access: `${variable}Access`, routes: `${variable}Routes` };
    put(
      `${folder}.routes.ts`,
      `import { defineRoutes } from '#engine';\nimport { ${name} } from './${file}.model.js';\n\n/** Custom endpoints; they take precedence over \`/{id}\`. */\nexport const ${routes} = defineRoutes(${name}, () => {\n  // \`crudgen endpoint add ${name} POST /:id/archive --action edit\` writes the first one.\n});\n`,
    );
    if (name !== 'User')
      put(
        `${folder}.access.ts`,
        `import { defineAccess } from '#engine';\nimport type { ${name} } from './${file}.model.js';\n\n/** Who may do what with ${many}, which rows they see, which fields they read and write. */\nexport const ${access} = defineAccess<${name}>({});\n`,
      );
    const from = `./${file}/${file}`;
    return {
      imports: `import { ${access} } from '${from}.access.js';\nimport { ${name} } from '${from}.model.js';\nimport { ${routes} } from '${from}.routes.js';`,
      entry: `  modelModule({ entity: ${name}, access: ${access}, routes: ${routes} }),`,
    };
  });
  const [head = '', rest = ''] = project.read(LIST).split("from '#engine';\n");
  const about = rest.slice(rest.indexOf('\n/**'), rest.indexOf('= [') + 3);
  const list = `${head}from '#engine';\n${lines.map(({ imports }) => imports).join('\n')}\n${about}\n${lines.map(({ entry }) => entry).join('\n')}\n];\n`;
  put(LIST, list);
}

describe('a project with a blank file of each kind beside every entity', () => {
  let blank: ReadonlyMap<string, string>;
  beforeEach(() => {
    writeBlankParts();
    blank = files();
  });

  it('is sound, and loses them by an upgrade alone, which undo takes back', async () => {
    expect(await isSound()).toBe(true);
    const before = await matrix();
    expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
    expect(project.files('src/models/task')).toHaveLength(4);
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(blank);

    expect(await upgrade(project.context())).toBe(0);
    const left = [...files().keys()].filter((path) => /\.(access|routes)\.ts$/.test(path));
    expect(left).toEqual([
      `${COPY}src/models/user/user.access.ts`,
      'src/models/user/user.access.ts',
    ]);
    expect(listed('Task')).toBe('modelModule({ entity: Task }),');
    expect(await matrix()).toEqual(before);
    expect(await isSound()).toBe(true);
    const done = files();
    expect(await upgrade(project.context())).toBe(0);
    expect(await sync(project.context(), {})).toBe(0);
    expect(files()).toEqual(done);
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(blank);
  });

  it('keeps what its developer has put into them, with all of it, and says nothing of it', async () => {
    const rows = "  rows: [custom((_user, where) => where.eq('status', 'todo'))],\n";
    project.edit(ACCESS, (text) => text.replace('({})', `({\n${rows}})`));
    project.edit('src/models/project/project.access.ts', (text) => `// Ask Ann first.\n${text}`);
    await add('Task', '/:id/archive');
    project.edit('src/models/project/project.routes.ts', (text) =>
      text.replace('() => {', '() => {\n  // Later.'),
    );
    const before = new Map([...files()].filter(([path]) => !path.startsWith('.crudgen')));
    expect(await upgrade(project.context())).toBe(0);
    const kept = [...before].filter(([path]) =>
      /^src.*\/(task|project)\.(access|routes)\.ts$/.test(path),
    );
    expect(kept).toHaveLength(4);
    for (const [path, text] of kept) expect(project.read(path)).toBe(text);
    expect(listed('Task')).toBe(
      'modelModule({ entity: Task, access: taskAccess, routes: taskRoutes }),',
    );
    expect(listed('Project')).toContain('access: projectAccess, routes: projectRoutes');
    expect(listed('TeamMember')).toBe('modelModule({ entity: TeamMember }),');
    expect(
      [...files().keys()].filter((path) => path.startsWith(COPY) && path.endsWith('.routes.ts')),
    ).toEqual([]);
    expect(project.said().filter(({ code }) => code === 'kept-file')).toEqual([]);
    expect(await isSound()).toBe(true);
    const done = files();
    expect(await upgrade(project.context())).toBe(0);
    expect(files()).toEqual(done);
  });

  it('keeps those that other code imports', async () => {
    project.write(
      'src/own.ts',
      "import { taskRoutes } from './models/task/task.routes.js';\n\nexport const own = [taskRoutes];\n",
    );
    expect(await upgrade(project.context())).toBe(0);
    expect(project.files('src/models/task')).toEqual([
      ...['task.model.ts', 'task.routes.ts', 'task.test.ts'],
    ]);
    expect(listed('Task')).toBe('modelModule({ entity: Task, routes: taskRoutes }),');
    expect(project.said().filter(({ code }) => code === 'lost-import')).toEqual([]);
    expect(await isSound()).toBe(true);
  });

  it('keeps rules of users, whatever they say', async () => {
    const path = 'src/models/user/user.access.ts';
    project.edit(path, (text) => text.replace(/\(\{[^]*\}\);/, '({});'));
    expect(await sync(project.context(), {})).toBe(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(path)).toContain('defineAccess<User>({});');
    expect(listed('User')).toBe('modelModule({ entity: User, access: userAccess }),');
  });

  it('renames and removes models with them', async () => {
    expect(await renameWholeModel(project.context(), 'Task', 'Errand', {})).toBe(0);
    expect(project.files('src/models/errand')).toEqual([
      ...['errand.access.ts', 'errand.model.ts', 'errand.routes.ts', 'errand.test.ts'],
    ]);
    expect(await isSound()).toBe(true);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.files('src/models/errand')).toEqual(['errand.model.ts', 'errand.test.ts']);
    const { terminal, ...rest } = project.context();
    const context = { ...rest, onConflict: new Map([[null, 'theirs']] as const), terminal };
    expect(await removeWholeModel(context, 'Project', { dropData: true })).toBe(0);
    expect(project.files('src/models')).not.toContain('project');
  });
});
