import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { addModelFields, removeModelField } from '../../../src/cli/commands/model-fields.js';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const MODEL = 'src/models/task/task.model.ts';
const COPY = `.crudgen/base/${MODEL}`;
const project = useProject('task-manager');
const block = '<<<<<<< ours\n// one\n=======\n// other\n>>>>>>> theirs\n';

it('markers in a copy do not outlive a sync that has nothing else to do', async () => {
  const copy = project.read(COPY);
  project.write(COPY, copy + block);
  expect(await doctor(project.context())).toBe(0);
  expect(project.said()).toContainEqual(
    expect.objectContaining({ code: 'markers', help: 'crudgen sync removes them' }),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(COPY)).toBe(copy);
});

const LIST = 'web/src/pages/task/task.list.tsx';
const line = '      <DateColumn source="due_date" />\n';
const conflict = () =>
  project.edit(`.crudgen/base/${LIST}`, (text) =>
    text.replace(line, `<<<<<<< ours\n${line}=======\n>>>>>>> theirs\n`),
  );

it('a copy that lost a block to markers says the whole model after the next change of it', async () => {
  conflict();
  expect(await addModelFields(project.context(), 'Task', ['gamma:string'], {})).toBe(0);
  expect(project.read(`.crudgen/base/${LIST}`)).toContain(line);
  expect(await removeModelField(project.context(), 'Task', 'due_date', { dropData: true })).toBe(0);
  expect(project.read(LIST)).not.toContain('due_date');
});

it('and after the model got another name', async () => {
  conflict();
  expect(await renameWholeModel(project.context(), 'Task', 'Job', {})).toBe(0);
  expect(project.read('.crudgen/base/web/src/pages/job/job.list.tsx')).toContain(line);
});
