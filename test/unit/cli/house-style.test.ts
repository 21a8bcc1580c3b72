import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modelAdd } from '../../../src/cli/commands/model-add.js';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { status } from '../../../src/cli/commands/status.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { ejectTemplates, listTemplates } from '../../../src/cli/commands/templates.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { JsonTerminal } from '../../../src/cli/json-terminal.js';
import { Refusal } from '../../../src/problem.js';
import { renderExample } from '../../golden/example.js';
import { misfits } from '../../support/output-schema.js';
import { useProject } from './project.js';

const HOUSE = 'crudgen/templates/';
const LIST = `${HOUSE}features/admin/model/list.tsx.ejs`;
const SERVICE = `${HOUSE}model/service.ts.ejs`;
const PAGE = 'web/src/pages/task/task.list.tsx';
const OTHER = 'web/src/pages/project/project.list.tsx';
const project = useProject(renderExample('task-manager'));

const has = (path: string) => existsSync(join(project.root(), path));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(project.root(), path)), { recursive: true });
  project.write(path, text);
}

const eject = (...words: string[]) => ejectTemplates(project.context(), words);
const add = (name: string) => modelAdd(project.context(), name, ['text:string'], {});
const apply = () => upgrade(project.context(), { templates: true });

/** All that a command said it found, also where it refused. */
async function problemsOf(run: () => Promise<unknown>): Promise<string[]> {
  try {
    await run();
    return project.said().map(({ code, message }) => `${code}: ${message}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.problems.map(({ code, message, at }) =>
      [code, at && `${at.line}`, message].filter(Boolean).join(': '),
    );
  }
}

async function told<T>(command: string, run: (terminal: JsonTerminal) => Promise<unknown>) {
  const terminal = new JsonTerminal();
  terminal.command = command;
  await run(terminal);
  const document = JSON.parse(terminal.document(0)) as T;
  expect(misfits(document)).toEqual([]);
  return document;
}

interface Listed {
  readonly templates: readonly { path: string; own: boolean; applied: boolean }[];
}

const listed = async () => {
  const { templates } = await told<Listed>('templates list', (terminal) =>
    listTemplates(project.context({ json: true, terminal })),
  );
  return templates
    .filter(({ own, applied }) => own || !applied)
    .map(({ path, own, applied }) => [path, own, applied]);
};

const wide = (text: string) => text.replace('<ListPage', '<ListPage perPage={50}');

describe('a house style', () => {
  it('changes nothing where a template is taken over, and all lists where it is edited and applied', async () => {
    await eject('list.tsx');
    expect(await listed()).toEqual([['features/admin/model/list.tsx.ejs', true, true]]);
    const before = project.read(PAGE);
    project.edit(LIST, wide);
    project.edit(PAGE, (text) => text.replace('source="title"', 'source="title" label="Name"'));
    expect(project.read(PAGE)).not.toBe(before);
    expect(await listed()).toEqual([['features/admin/model/list.tsx.ejs', true, false]]);
    expect(await apply()).toBe(0);
    expect(project.read(PAGE)).toContain('<ListPage perPage={50}');
    expect(project.read(PAGE)).toContain('source="title" label="Name"');
    expect(project.read(OTHER)).toContain('<ListPage perPage={50}');
    expect(await listed()).toEqual([['features/admin/model/list.tsx.ejs', true, true]]);
  });

  it('is applied as it was last by every other command, which says so', async () => {
    await eject('list');
    project.edit(LIST, wide);
    const said = await problemsOf(() => add('Note'));
    expect(said).toEqual([expect.stringContaining(`templates-unapplied: ${LIST}`)]);
    expect(project.read('web/src/pages/note/note.list.tsx')).not.toContain('perPage');
    const { findings } = await told<{ findings: { kind: string; path: string; by?: string }[] }>(
      'status',
      (terminal) => status(project.context({ json: true, terminal }), [], {}),
    );
    const behind = findings.filter(({ by }) => by === 'templates').map(({ path }) => path);
    expect(behind).toContain('web/src/pages/note/note.list.tsx');
    expect(behind).toContain(PAGE);
    await apply();
    expect(project.read('web/src/pages/note/note.list.tsx')).toContain('perPage={50}');
    await add('Memo');
    expect(project.read('web/src/pages/memo/memo.list.tsx')).toContain('perPage={50}');
  });

  it('adds a file to each model but User, which follows it, and leaves with its template', async () => {
    put(
      SERVICE,
      `import { <%= view.class %> } from './<%= view.file %>.model.js';
/** <%= view.model.fields.map(({ name }) => name).join(', ') %> */
export class <%= view.class %>Service { of = <%= view.class %>; }
`,
    );
    await apply();
    const made = 'src/models/task/task.service.ts';
    expect(project.read(made)).toContain('export class TaskService {\n  of = Task;\n}');
    expect(has('src/models/user/user.service.ts')).toBe(false);
    project.edit(
      'src/models/project/project.service.ts',
      (text) => `${text}\nexport const mine = 1;\n`,
    );
    project.remove(SERVICE);
    expect(await listed()).toEqual([['model/service.ts.ejs', false, false]]);
    const said = await problemsOf(apply);
    expect(has(made)).toBe(false);
    expect(project.read('src/models/project/project.service.ts')).toContain('mine = 1');
    expect(said.join()).toContain('project.service.ts');
    expect(await listed()).toEqual([]);
  });

  it('is taken back by deleting its template', async () => {
    const before = project.read(PAGE);
    await eject('list.tsx.ejs');
    project.edit(LIST, wide);
    await apply();
    expect(project.read(PAGE)).not.toBe(before);
    project.remove(LIST);
    await apply();
    expect(project.read(PAGE)).toBe(before);
    expect(await listed()).toEqual([]);
  });

  it('is adopted with a project that has lost its copies', async () => {
    await eject('list.tsx');
    project.edit(LIST, wide);
    await apply();
    const page = project.read(PAGE);
    rmSync(join(project.root(), '.crudgen'), { recursive: true });
    await sync(project.context(), {});
    await add('Note');
    expect(project.read(PAGE)).toBe(page);
    expect(project.read('web/src/pages/note/note.list.tsx')).toContain('perPage={50}');
    expect(await listed()).toEqual([['features/admin/model/list.tsx.ejs', true, true]]);
  });

  it('merges a newer original into a template, and names it before', async () => {
    await eject('list.tsx');
    project.edit(LIST, wide);
    await apply();
    // As if crudgen had written another last line at that time.
    const older = (text: string) => text.replace('    </ListPage>', '    </ListPage >');
    project.edit(LIST, older);
    project.edit(`.crudgen/base/${LIST}`, older);
    const said = await problemsOf(() => doctor(project.context()));
    expect(said.join('\n')).toContain(`original-changed: ${LIST}`);
    await upgrade(project.context());
    expect(project.read(LIST)).toContain('<ListPage perPage={50}');
    expect(project.read(LIST)).not.toContain('</ListPage >');
  });

  it('may say an entity in other words, but nothing else than its model', async () => {
    await eject('model/model.ts');
    const model = `${HOUSE}model/model.ts.ejs`;
    project.edit(model, (text) =>
      text.replace('export class', '/** Of the house. */\nexport class'),
    );
    await apply();
    expect(project.read('src/models/task/task.model.ts')).toContain(
      '/** Of the house. */\nexport class Task {',
    );
    expect(project.read('src/models/user/user.model.ts')).not.toContain('Of the house');
    project.edit(model, (text) => text.replace('<%= name %>!:', '<%= name %>Own!:'));
    expect(await problemsOf(apply)).toEqual([
      expect.stringMatching(/^other-model: crudgen\/templates\/model\/model\.ts\.ejs .*`nameOwn`/),
    ]);
  });

  it('opens no door by a template of access rules', async () => {
    await addModelFields(project.context(), 'Task', ['secret:string:read=Admin'], {});
    await eject('access');
    project.edit(`${HOUSE}model/access.ts.ejs`, (text) =>
      text.replace('<% if (view.fields) { -%>', '<% if (false) { -%>'),
    );
    expect((await problemsOf(apply)).join()).toMatch(/^other-model: .*access\.ts\.ejs/);
  });
});

describe('a broken template', () => {
  const BROKEN: readonly (readonly [edit: (text: string) => string, line: string, why: RegExp])[] =
    [
      [
        (text) => text.replace('view.columns', 'view.colums'),
        '28',
        /no `view\.colums`: did you mean `columns`\?/,
      ],
      [(text) => text.replace('view.sort) {', 'view.sort {'), '24', /Unexpected token/],
      [(text) => text.replace('<% } -%>\n    >', '    >'), '24', /starts here is not closed/],
      [(text) => text.replace('view.many %>', 'view.many'), '11', /tag is not closed/],
      [
        (text) => text.replace('</ListPage>', '</ListPages>'),
        '31',
        /not valid code \(Expected corresponding JSX/,
      ],
      [
        (text) => text.replace('code(view.hidden)', 'code(view.hidden.of.it)'),
        '8',
        /Cannot read properties/,
      ],
    ];

  it('is refused with its line, and nothing is written', async () => {
    await eject('list.tsx');
    const text = project.read(LIST);
    const page = project.read(PAGE);
    for (const [edit, line, why] of BROKEN) {
      project.write(LIST, edit(text));
      expect(project.read(LIST)).not.toBe(text);
      const [first = ''] = await problemsOf(apply);
      expect(first).toMatch(new RegExp(`^template: ${line}: `));
      expect(first).toMatch(why);
      expect(project.read(PAGE)).toBe(page);
    }
  });

  it('is named where it has no name of a template', async () => {
    await eject('list.tsx');
    put(`${HOUSE}model/migration.ts.ejs`, 'x');
    const said = await problemsOf(() => doctor(project.context()));
    expect(said.join('\n')).toContain(`stray-template: \`${HOUSE}model/migration.ts.ejs\``);
    expect(await problemsOf(() => eject('lists.tsx'))).toEqual([
      'unknown-template: crudgen has no template `lists.tsx` for the files of models',
    ]);
    expect(await problemsOf(() => eject('list.tsx'))).toEqual([
      'template-there: the project already has its own features/admin/model/list.tsx.ejs',
    ]);
  });
});
