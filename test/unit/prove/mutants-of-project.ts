import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Project } from '../../../templates/service/engine/service/project.js';
import { proveMutants } from '../../../templates/tools/prove/mutants/prove-mutants.js';

/*
 * Runs the tests of the project in this folder against the mutants of its rules, and prints the results as JSON. A program of its
 * own, because the tests of the project are run by vitest in this process.
 */
const root = process.cwd();
const { project } = (await import(pathToFileURL(join(root, 'src/project.ts')).href)) as {
  project: Project;
};
const ACTIONS = ['list', 'show', 'create', 'edit', 'delete'] as const;

const trials = await proveMutants({
  ...{ root, models: project.models },
  factsOf: () => ({ roles: { Admin: ACTIONS, Viewer: ['list', 'show'] }, nullable: [] }),
  brokenSentence: async (mutated) =>
    mutated.get('Note')?.fields['margin']?.write === undefined ? 'never: a Viewer writes it' : null,
  note: () => undefined,
});
process.stdout.write(`${JSON.stringify(trials)}\n`);
