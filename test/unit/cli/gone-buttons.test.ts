import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerOf } from './command-lines.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const RESOURCE = 'web/src/pages/project/project.resource.ts';
const ROUTES = 'src/models/project/project.routes.ts';

const run = async (...args: string[]) =>
  expect((await answerOf([...args, '--cwd', project.root()])).exit).toBe(0);

it('the last button of a model leaves with its endpoint', { timeout: 120_000 }, async () => {
  const before = project.read(RESOURCE);
  await run('add', 'action-buttons');
  for (const name of ['close', 'open'])
    await run('endpoint', 'add', 'Project', 'POST', `/:id/${name}`, '--action', 'edit');
  await run('sync');
  expect(project.read(RESOURCE)).toContain("actions: [action('close'), action('open')]");
  await run('sync');
  expect(project.read(RESOURCE)).toContain("actions: [action('close'), action('open')]");
  rmSync(join(project.root(), ROUTES));
  await run('sync');
  expect(project.read(RESOURCE)).toBe(before);
});
