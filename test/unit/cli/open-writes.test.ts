import { expect, it } from 'vitest';
import { doctor } from '../../../src/cli/commands/doctor.js';
import { endpointAdd } from '../../../src/cli/commands/endpoint-add.js';
import { sync } from '../../../src/cli/commands/sync.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const FILE = 'src/models/task/task.routes.ts';
const told = () => project.said().filter(({ code }) => code === 'open-write');

it('an endpoint that roles of reading can call although it writes is warned of as it is added', async () => {
  const add = (path: string, options: { action?: string }) =>
    endpointAdd(project.context(), 'Task', 'POST', path, options);
  expect(await add('/:id/archive', {})).toBe(0);
  expect(told()).toEqual([]);
  expect(await add('/:id/remind', { action: 'show' })).toBe(0);
  expect(told()).toEqual([
    expect.objectContaining({
      message: 'read-only roles can call `POST /task/:id/remind`, because it requires only `show`',
      help: 'if it changes anything: crudgen undo, then run this again with --action edit',
      severity: 'warning',
    }),
  ]);
});

it('the doctor names each, and where it stands, in whatever way it is written', async () => {
  project.write(
    FILE,
    `import { defineRoutes } from '#engine';
import { Task } from './task.model.js';

export const taskRoutes = defineRoutes(Task, (on) => {
  on.post('/done', 'edit', () => undefined);
  on.post(\`/search\`, "list", () => undefined);
  for (const path of ['/a']) on.put('/b', 'show', () => ({ path }));
  on.get('/c', 'show', () => ({ post: 'list' }));
});
`,
  );
  expect(await sync(project.context(), {})).toBe(0);
  expect(await doctor(project.context())).toBe(0);
  const help = `if it changes anything, require \`edit\` in ${FILE}`;
  expect(told().map((one) => [one.message.split(',')[0], one.help])).toEqual([
    ['POST /search of Task requires only `list`', help],
    ['PUT /b of Task requires only `show`', help],
  ]);
});
