import { fileURLToPath } from 'node:url';

/** A program of crudgen's that runs a project's own code with its own tsx. */
export const toolFile = (name: 'seed-fake' | 'explain-access'): string =>
  fileURLToPath(new URL(`../../../templates/tools/${name}.ts`, import.meta.url));
