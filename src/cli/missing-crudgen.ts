import { findsCrudgen } from '../disk/merge-driver.js';
import { CRUDGEN_FOLDER } from '../disk/own-crudgen.js';
import { type Problem, warning } from '../problem.js';
import { quoteFolder } from './quote-folder.js';

/** A warning where git's merge driver would find no crudgen to run for a project, as in a checkout that is not on PATH. */
export async function missingCrudgen(root: string): Promise<Problem[]> {
  if (await findsCrudgen(root)) return [];
  const message =
    'git finds no crudgen to merge with, so it merges line by line: none in node_modules of the project, and none on PATH';
  const help = `put this one on PATH: npm install --global ${quoteFolder(CRUDGEN_FOLDER)}`;
  return [warning('no-crudgen', message, help)];
}
