import { beforeEach, describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { partAdd } from '../../../src/cli/commands/part-add.js';
import { restore } from '../../../src/cli/commands/restore.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { upgrade } from '../../../src/cli/commands/upgrade.js';
import { useProject } from './project.js';

const LIST = 'src/models/models.gen.ts';
const ACCESS = 'src/models/task/task.access.ts';
const ROUTES = 'src/models/task/task.routes.ts';
const project = useProject('task-manager');

const doctorSays = async (): Promise<string[]> => {
  const before = project.said().length;
  await doctor(project.context());
  return project
    .said()
    .slice(before)
    .filter(({ severity }) => severity !== 'warning')
    .map(({ code }) => code);
};

describe('a file of routes that was deleted', () => {
  const add = (path: string) => endpointAdd(project.context(), 'Task', 'post', path, {});
  beforeEach(async () => expect(await add('/:id/archive')).toBe(0));

  it('is listed no more: its model has no endpoints of its own, until it gets another one', async () => {
    const listed = project.read(LIST);
    project.remove(ROUTES);
    expect(await doctorSays()).toEqual(['behind']);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).not.toContain('taskRoutes');
    expect(project.read(LIST)).toContain('modelModule({ entity: Task })');
    expect(await doctorSays()).toEqual([]);
    const changed = project.read(LIST);
    expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(LIST)).toBe(changed);

    expect(await add('/:id/done')).toBe(0);
    expect(project.read(ROUTES)).not.toContain('archive');
    expect(project.read(LIST)).toBe(listed);
    expect(await doctorSays()).toEqual([]);
  });

  it('does not come back with a name of its model', async () => {
    project.remove(ROUTES);
    expect(await sync(project.context(), {})).toBe(0);
    expect(await renameWholeModel(project.context(), 'Task', 'Errand', {})).toBe(0);
    expect(project.files('src/models/errand')).not.toContain('errand.routes.ts');
    expect(project.read(LIST)).not.toContain('errandRoutes');
    expect(await doctorSays()).toEqual([]);
  });

  it('stays listed where it was moved', async () => {
    project.write('src/task-routes.ts', project.read(ROUTES).replace("'./", "'./models/task/"));
    project.remove(ROUTES);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).toContain("import { taskRoutes } from '../task-routes.js';");
    const listed = project.read(LIST);
    expect(await add('/:id/done')).toBe(0);
    expect(project.read('src/task-routes.ts')).toContain("'/:id/done'");
    expect(project.read(LIST)).toBe(listed);
  });
});

describe('a file of access rules that was deleted', () => {
  const problem = {
    code: 'gone-access',
    message: `${ACCESS} with the access rules of \`Task\` is missing`,
    help: `crudgen restore ${ACCESS}`,
  };
  beforeEach(async () => {
    expect(await partAdd(project.context(), 'access', 'Task')).toBe(0);
    project.edit(ACCESS, (text) =>
      text.replace(/ {2}\/\/.*/, '  rows: [custom((_user, where) => where.none)],'),
    );
  });

  it('is an error with what brings it back: nobody guesses who may see records', async () => {
    const listed = project.read(LIST);
    project.remove(ACCESS);
    expect(await doctor(project.context())).toBe(1);
    expect(project.said().filter(({ message }) => message.includes(ACCESS))).toEqual([problem]);
    for (const command of [
      () => sync(project.context(), {}),
      () => addModelFields(project.context(), 'Task', ['rank:integer'], {}),
    ])
      await expect(command()).rejects.toMatchObject({ problems: [problem] });
    // An upgrade goes on, and leaves the list as it is: the service does not compile.
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(LIST)).toBe(listed);

    expect(await restore(project.context(), ACCESS)).toBe(0);
    expect(project.read(ACCESS)).toContain('export const taskAccess = defineAccess<Task>({});');
    expect(await doctorSays()).toEqual([]);
  });

  it('is one too where only the list of models tells that it was there', async () => {
    project.remove(ACCESS);
    project.remove(`.crudgen/base/${ACCESS}`);
    await expect(sync(project.context(), {})).rejects.toMatchObject({ problems: [problem] });
    expect(await restore(project.context(), ACCESS)).toBe(0);
    expect(await doctorSays()).toEqual([]);
  });

  it('is one too where its class has another name at the same time', async () => {
    project.remove(ACCESS);
    for (const path of [
      'task/task.model.ts',
      'project/project.model.ts',
      'team-member/team-member.model.ts',
    ])
      project.edit(`src/models/${path}`, (text) => text.replace(/\bTask\b/g, 'Errand'));
    await expect(sync(project.context(), {})).rejects.toMatchObject({
      problems: [{ ...problem, message: expect.stringContaining('`Errand`') }],
    });
  });

  it('is none where the rules were moved, or the model has gone with them', async () => {
    project.write('src/task-rules.ts', project.read(ACCESS).replaceAll("'./", "'./models/task/"));
    project.remove(ACCESS);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).toContain("import { taskAccess } from '../task-rules.js';");
    project.remove('src/task-rules.ts');
    for (const kind of ['model', 'test']) project.remove(`src/models/task/task.${kind}.ts`);
    expect(await sync(project.context(), { dropData: true })).toBe(0);
  });
});
