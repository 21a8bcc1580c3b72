import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFolder } from '../disk/folders.js';

/** A program of crudgen's that runs a project's own code with its own tsx. */
export const toolFile = (name: 'seed-fake' | 'explain-access'): string =>
  fileURLToPath(new URL(`../../templates/tools/${name}.ts`, import.meta.url));

/** Whether a project supports those programs; before 0.2 it had its own scripts. */
export const hasTools = async (root: string): Promise<boolean> =>
  (await listFolder(join(root, 'src/engine/tools'))) !== null;
