import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import prompts from 'prompts';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropFeature, addFeature } from '../../../src/cli/commands/features.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { removeModelField, renameModelField } from '../../../src/cli/commands/model-fields.js';
import { removeWholeModel } from '../../../src/cli/commands/model-rename.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { undo } from '../../../src/cli/commands/undo.js';
import type { Context } from '../../../src/cli/context.js';
import { readTree } from '../../../src/disk/read-tree.js';
import type { Choice } from '../../../src/plan/plan.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const FOLDER = 'src/models/project';
const HOOKS = `${FOLDER}/project.hooks.ts`;

const said = (code: string) => project.said().filter((one) => one.code === code);
const files = () => readTree(project.root(), new Set(['.crudgen']));

/** A context that decides by `--on-conflict`, and keeps what is printed. */
function deciding(sides: Record<string, Choice> = {}, printed: string[] = []): Context {
  const { terminal, ...rest } = project.context();
  const byPath = new Map(Object.entries(sides).map(([path, side]) => [path || null, side]));
  const note = (text: string) => void printed.push(text);
  return { ...rest, onConflict: byPath, terminal: { ...terminal, note } };
}

const remove = (context: Context) => removeWholeModel(context, 'Project', { dropData: true });

describe('the files of a removed model that its developer wrote', () => {
  beforeEach(async () => {
    expect(await partAdd(project.context(), 'hooks', 'Project')).toBe(0);
  });

  it('stop the command, which names them, what they import, and the flag that decides', async () => {
    project.edit(`${FOLDER}/project.test.ts`, (text) => `${text}\nexport const own = 1;\n`);
    const before = files();
    const printed: string[] = [];
    expect(await remove(deciding({}, printed))).toBe(1);
    expect(files()).toEqual(before);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(`error[own-removed]: \`${HOOKS}\` is your own`);
    expect(printed[0]).toContain("import { Project } from './project.model.js';");
    expect(printed[0]).toContain(`error[edited-removed]: \`${FOLDER}/project.test.ts\``);
    expect(printed[0]).toContain('+export const own = 1;');
    expect(printed[0]).toContain('--on-conflict=theirs deletes it, mine keeps it');
    expect(printed[0]).toContain('to keep everything: crudgen model remove Project --keep');
  });

  it('go with it, and come back by undo', async () => {
    const before = files();
    expect(await remove(deciding({ '': 'theirs' }))).toBe(0);
    expect(existsSync(join(project.root(), FOLDER))).toBe(false);
    expect(project.said().filter(({ code }) => code !== 'loses-data')).toEqual([]);
    expect(await undo(project.context())).toBe(0);
    expect(files()).toEqual(before);
  });

  it('stay one by one, and what does not compile any more is said', async () => {
    const helper = `${FOLDER}/totals.ts`;
    project.write(helper, 'export const total = 1;\n');
    expect(await remove(deciding({ '': 'theirs', [HOOKS]: 'mine' }))).toBe(0);
    expect(project.files(FOLDER)).toEqual(['project.hooks.ts']);
    expect(said('kept-file')).toMatchObject([
      {
        message: expect.stringContaining(`${HOOKS} stays, but does not compile`),
        help: `see ${HOOKS}:2`,
      },
    ]);
    expect(project.read('src/models/models.gen.ts')).not.toContain('./project/');
  });

  it('are asked about on a terminal', async () => {
    project.write(`${FOLDER}/totals.ts`, 'export const total = 1;\n');
    prompts.inject(['mine', 'theirs']);
    const { terminal, ...rest } = project.context();
    const context = { ...rest, terminal: { ...terminal, interactive: true } };
    expect(await remove(context)).toBe(0);
    expect(project.files(FOLDER)).toEqual(['project.hooks.ts']);
    expect(said('kept-file')).toHaveLength(1);
  });

  it('stay with all others by `--keep`', async () => {
    const kept = project.files(FOLDER);
    expect(await removeWholeModel(deciding(), 'Project', { keep: true, dropData: true })).toBe(0);
    expect(project.files(FOLDER)).toEqual(kept);
  });

  it('stop a sync after the entity was deleted by hand, too', async () => {
    project.remove(`${FOLDER}/project.model.ts`);
    project.edit('src/models/task/task.model.ts', (text) =>
      text
        .replace(/\n {2}@Index\(\)\n {2}@Column\([^\n]*\n {2}project_id[^]*?project\?:[^\n]*\n/, '')
        .replace(/^import \{ Project \}.*\n/m, ''),
    );
    project.edit('src/models/team-member/team-member.model.ts', (text) =>
      text
        .replace(/\n {2}@OneToMany\(\(\) => Project[^]*?owned_projects\?:[^\n]*\n/, '')
        .replace(/^import \{ Project \}.*\n/m, ''),
    );
    const printed: string[] = [];
    expect(await sync(deciding({}, printed), { dropData: true })).toBe(1);
    expect(printed.join()).toContain(`error[own-removed]: \`${HOOKS}\``);
    expect(printed.join()).not.toContain('--keep');
    expect(await sync(deciding({ '': 'theirs' }), { dropData: true })).toBe(0);
    expect(existsSync(join(project.root(), FOLDER))).toBe(false);
  });
});

describe('code elsewhere that speaks of a removed model', () => {
  it('is named line by line: imports, endpoints, resources, and fields that went with it', async () => {
    mkdirSync(join(project.root(), 'web/src/pages/late'));
    project.write(
      'web/src/pages/late/late.tsx',
      'export const late = <A reference="project" />;\n',
    );
    project.write(
      'src/late.ts',
      `import { Project } from './models/project/project.model.js';
import type { Task } from './models/task/task.model.js';

export const late = (task: Task) => [Project, task.project_id];
`,
    );
    project.write(
      'test/late.test.ts',
      "import type { Project } from '../src/models/project/project.model.js';\n\nawait get('/project/1');\n",
    );
    const context = deciding();
    expect(await remove(context)).toBe(0);
    expect(said('lost-import')).toMatchObject([
      {
        message: expect.stringContaining('imports removed files or names in 2 places'),
        help: 'see src/late.ts:1, test/late.test.ts:1',
      },
    ]);
    expect(said('old-name')).toMatchObject([
      { message: expect.stringContaining('`Task`'), help: 'see src/late.ts:4' },
      {
        message: 'your own code still uses `Project` in 2 places',
        help: 'see test/late.test.ts:3, web/src/pages/late/late.tsx:1',
      },
    ]);
  });

  it('is not what lies in the folder of another model', async () => {
    project.write(`${FOLDER}/task.hooks.ts`, hooksOf('Task', '../task/task.model.js'));
    expect(await sync(project.context(), {})).toBe(0);
    expect(await remove(deciding())).toBe(0);
    expect(project.files(FOLDER)).toEqual(['task.hooks.ts']);
    expect(project.read('src/models/models.gen.ts')).toContain('./project/task.hooks.js');
  });
});

const hooksOf = (name: string, from: string): string => `import { defineHooks } from '#engine';
import { ${name} } from '${from}';

export const hooks = defineHooks(${name}, {});
`;

it('files beside those of a dropped feature are decided about like those of a model', async () => {
  expect(await addFeature(project.context(), ['jobs'])).toBe(0);
  const job = "import { defineJob } from '#engine/jobs';\n\nexport const job = defineJob;\n";
  project.write('src/jobs/nightly.ts', job);
  const printed: string[] = [];
  expect(await dropFeature(deciding({}, printed), ['jobs'], { dropData: true })).toBe(1);
  expect(printed.join()).toContain('error[own-removed]: `src/jobs/nightly.ts`');
  expect(printed.join()).toContain('to keep everything: crudgen drop jobs --keep');
  expect(printed.join()).not.toContain('model remove');
  const keep = { dropData: true, keep: true };
  expect(await dropFeature(deciding(), ['jobs'], keep)).toBe(0);
  expect(project.read('src/jobs/nightly.ts')).toBe(job);
  expect(said('lost-import')).toMatchObject([{ help: 'see src/jobs/nightly.ts:1' }]);
});

describe('a test that asks the endpoints of a model', () => {
  const TEST = 'test/late.test.ts';

  it('is named where it uses a field that is renamed or goes', async () => {
    project.write(TEST, "await post('/task', { title: 'late' });\n");
    project.write('test/other.test.ts', "await post('/project', { title: 'late' });\n");
    expect(await renameModelField(project.context(), 'Task', 'title', 'headline', {})).toBe(0);
    project.write(TEST, "await post('/task', { headline: 'late' });\n");
    const gone = removeModelField(project.context(), 'Task', 'headline', { dropData: true });
    expect(await gone).toBe(0);
    expect(said('old-name').map(({ help }) => help)).toEqual([`see ${TEST}:1`, `see ${TEST}:1`]);
  });

  it('and so is an endpoint`s own beside the model', async () => {
    expect(await endpointAdd(project.context(), 'Project', 'post', '/:id/archive', {})).toBe(0);
    const own = project.files(FOLDER).filter((name) => name.includes('archive'));
    expect(own).toHaveLength(1);
    rmSync(join(project.root(), `${FOLDER}/project.test.ts`));
    const printed: string[] = [];
    expect(await remove(deciding({}, printed))).toBe(1);
    expect(printed.join()).toContain(`error[own-removed]: \`${FOLDER}/${own[0]}\``);
    expect(printed.join()).toContain(`error[own-removed]: \`${FOLDER}/project.routes.ts\``);
  });
});
