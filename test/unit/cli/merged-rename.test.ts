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

it('a kept copy that refers to a model by its old name is no reason to crash', async () => {
  referToOldName(basePath(TASK));
  expect(await sync(project.context(), {})).toBe(0);
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
        help: expect.stringContaining('use its new name if it was renamed') as string,
      },
    ],
  });
});
