import { expect, it } from 'vitest';
import { sync } from '../../../src/cli/commands/sync.js';
import { basePath } from '../../../src/disk/base-store.js';
import { useProject } from './project.js';

const TASK = 'src/models/task/task.model.ts';
const project = useProject('task-manager');

/** As git merges a branch that added `Task` with one that renamed what it refers to. */
function referToOldName(path: string): void {
  project.edit(path, (text) =>
    text
      .replaceAll(/\bProject\b/g, 'Venture')
      .replaceAll('project/project.model', 'venture/venture.model'),
  );
}

const LIST = 'web/src/pages/task/task.list.tsx';

it('what was made of a kept copy that refers to a model by its old name is brought up to date', async () => {
  referToOldName(basePath(TASK));
  for (const path of [LIST, basePath(LIST)])
    project.edit(path, (text) => text.replaceAll('reference="project"', 'reference="venture"'));
  expect(await sync(project.context(), {})).toBe(0);
  expect(project.read(LIST)).toContain('reference="project"');
  expect(project.read(LIST)).not.toContain('venture');
  expect(project.read(TASK)).toContain('@ManyToOne(() => Project');
  expect(project.said()).toEqual([]);
});

it('an entity that does so is told to use the new name', async () => {
  referToOldName(TASK);
  referToOldName(basePath(TASK));
  await expect(sync(project.context(), {})).rejects.toMatchObject({
    problems: [
      {
        code: 'unknown-class',
        help: expect.stringContaining('write the new name if you renamed the entity') as string,
      },
    ],
  });
});
