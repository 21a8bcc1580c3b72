import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accessExplain, accessShow } from '../../../src/cli/commands/access.js';
import type { Refusal } from '../../../src/problem.js';
import { useProject } from './project.js';

const project = useProject('task-manager');
const ASKED = ['admin', 'show', 'Task'] as const;

/** What `access show` notes, and what `access explain` refuses with. */
async function told() {
  const notes: string[] = [];
  const { terminal, ...rest } = project.context();
  const context = { ...rest, terminal: { ...terminal, note: (text: string) => notes.push(text) } };
  await accessShow(context, 'Task');
  const refused = await accessExplain(project.context(), ...ASKED).then(
    () => [],
    (error: Refusal) => error.problems.map(({ message }) => message),
  );
  return { notes, refused };
}

const PRESETS = 'showing the preset roles as the code defines them';

it('the matrix says like an explanation that packages are missing', async () => {
  const message = "the project's packages are not installed";
  expect(await told()).toEqual({ notes: [`${message}; ${PRESETS}`], refused: [message] });
});

it('and why the code of the project does not run', async () => {
  mkdirSync(`${project.root()}/node_modules`);
  const { notes, refused } = await told();
  expect(refused).toEqual([expect.stringMatching(/^explain-access\.\w+ failed: .*\btsx\b/)]);
  expect(notes).toEqual([`${refused[0]}; ${PRESETS}`]);
});
