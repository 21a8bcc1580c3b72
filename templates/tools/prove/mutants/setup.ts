import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import type { Project } from '../../../service/engine/service/project.js';
import { applyMutant, type ChosenMutant, type MutantsOfRun } from './apply-mutant.js';

/*
 * A setup file of vitest, which runs before each test file of a project. If a mutant was chosen for the test file, its rules are
 * those of the project while the file runs. The project is imported in a hook, so that mocks of the test file come first.
 */
const { projectFile, mutants }: MutantsOfRun = inject('mutants' as never);
let chosen: ChosenMutant | undefined;
let restore = (): void => undefined;
/** The test that noticed the mutant. A retry of the same test is not skipped. */
let noticed: string | null = null;

beforeAll(async () => {
  chosen = mutants[expect.getState().testPath ?? ''];
  if (!chosen) return;
  const { project } = (await import(/* @vite-ignore */ projectFile)) as { project: Project };
  restore = applyMutant(project.models, chosen);
});

afterAll(() => restore());

beforeEach(({ task, skip }) => {
  if (noticed !== null && noticed !== task.id) skip();
});

afterEach(({ task }) => {
  if (chosen && task.result?.state === 'fail') noticed = task.id;
  else if (noticed === task.id) noticed = null;
});
