import { expect, it } from 'vitest';
import { renameWholeModel } from '../../../src/cli/commands/model-rename.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const rename = () => {
  const args = ['model', 'rename', 'Task', 'Job'];
  return renameWholeModel(project.context({ args }), 'Task', 'Job', { dropData: false });
};
const said = () => project.said().filter(({ code }) => code === 'old-name');

it('a module that is asked for as code runs is asked by the new names, wherever that is plain', async () => {
  const text = `type Lazy = typeof import('./models/task/task.model.js');
export type Made = InstanceType<Lazy['Task']>;
export async function make() {
  const { Task } = await import('./models/task/task.model.js');
  return new Task();
}
`;
  project.write('src/lazy.ts', text);
  expect(await rename()).toBe(0);
  const wanted = text
    .replaceAll('task/task.model', 'job/job.model')
    .replace("['Task']", "['Job']")
    .replace('{ Task }', '{ Job: Task }');
  expect(project.read('src/lazy.ts')).toBe(wanted);
  expect(said()).toEqual([]);
});

it('where it is given to else, the places that speak of old names are told', async () => {
  project.write(
    'src/lazy.ts',
    `const load = () => import('./models/task/task.model.js');
export async function make() {
  const { Task } = await load();
  return [new Task(), (await load())['Task']];
}
export const other = { title: 'Task' };
`,
  );
  expect(await rename()).toBe(0);
  expect(said()).toMatchObject([
    {
      message: 'your own code still uses `Task` in 3 places',
      help: 'see src/lazy.ts:3, src/lazy.ts:4, src/lazy.ts:6',
    },
  ]);
});
