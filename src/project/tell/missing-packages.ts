import { join } from 'node:path';
import { foldersAbove, listFolder } from '../../disk/folders.js';
import { type Problem, warning } from '../../problem.js';
import type { OpenProject } from '../open/open-project.js';

/** Warns of packages that are neither installed in the project nor, in a workspace, in a folder above it. */
export async function missingPackages({ root }: OpenProject): Promise<Problem[]> {
  for (const folder of foldersAbove(root))
    if ((await listFolder(join(folder, 'node_modules/typeorm'))) !== null) return [];
  const message = "the project's packages are not installed";
  return [warning('not-installed', message, 'run: npm install')];
}
