import { describe, expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { addModelFields } from '../../../src/cli/commands/model-fields.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
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
  it('is listed no more: its model has no endpoints of its own', async () => {
    const listed = project.read(LIST);
    project.remove(ROUTES);
    expect(await doctorSays()).toEqual(['behind']);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).not.toContain('taskRoutes');
    expect(project.read(LIST)).toContain('modelModule({ entity: Task, access: taskAccess })');
    expect(await doctorSays()).toEqual([]);
    await expect(
      endpointAdd(project.context(), 'Task', 'post', '/:id/done', {}),
    ).rejects.toMatchObject({
      problems: [{ code: 'no-place', help: `run: crudgen restore ${ROUTES}, then: crudgen sync` }],
    });
    const changed = project.read(LIST);
    expect(await addModelFields(project.context(), 'Task', ['rank:integer'], {})).toBe(0);
    expect(await upgrade(project.context())).toBe(0);
    expect(project.read(LIST)).toBe(changed);

    expect(await restore(project.context(), ROUTES)).toBe(0);
    expect(await doctorSays()).toEqual(['behind']);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).toBe(listed);
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
  });
});

describe('a file of rules that was deleted', () => {
  it('is an error with what brings it back: nobody guesses who may see records', async () => {
    const [listed, rules] = [project.read(LIST), project.read(ACCESS)];
    project.remove(ACCESS);
    const problem = {
      code: 'gone-access',
      message: `${ACCESS} is missing, and with it the access rules of \`Task\``,
      help: `crudgen restore ${ACCESS}`,
    };
    expect(await doctor(project.context())).toBe(1);
    expect(project.said().filter(({ message }) => message.includes(ACCESS))).toEqual([problem]);
    for (const command of [
      () => sync(project.context(), {}),
      () => addModelFields(project.context(), 'Task', ['rank:integer'], {}),
    ])
      await expect(command()).rejects.toMatchObject({ problems: [problem] });
    expect(project.read(LIST)).toBe(listed);

    expect(await restore(project.context(), ACCESS)).toBe(0);
    expect(project.read(ACCESS)).toBe(rules);
    expect(await doctorSays()).toEqual([]);
  });

  it('is none where the rules were moved, or the model has gone with them', async () => {
    project.write('src/task-rules.ts', project.read(ACCESS).replaceAll("'./", "'./models/task/"));
    project.remove(ACCESS);
    expect(await sync(project.context(), {})).toBe(0);
    expect(project.read(LIST)).toContain("import { taskAccess } from '../task-rules.js';");
    project.remove('src/task-rules.ts');
    for (const kind of ['model', 'routes', 'test'])
      project.remove(`src/models/task/task.${kind}.ts`);
    expect(await sync(project.context(), { dropData: true })).toBe(0);
  });
});
