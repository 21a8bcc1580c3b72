import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
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
    expect.objectContaining({ code: 'markers', help: 'crudgen sync takes them out' }),
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(COPY)).toBe(copy);
});
