import { fileURLToPath } from 'node:url';

/** The programs of crudgen that run a project's own code. */
export type Tool = 'seed-fake' | 'explain-access' | 'prove-access';

/** The file of a program, which runs with the tsx of the project. */
export const toolFile = (name: Tool): string =>
  fileURLToPath(new URL(`../../../templates/tools/${name}.ts`, import.meta.url));
