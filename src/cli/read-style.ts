import { join, resolve } from 'node:path';
import { listFolder } from '../disk/folders.js';
import { walkFolder } from '../disk/read-tree.js';
import { problem, refusal, Refusal } from '../problem.js';
import { requireStyle } from '../project/house-style.js';
import { HOUSE } from '../render/house-style.js';
import { NO_FILES, type Tree } from '../tree.js';
import type { Context } from './context.js';

/** The house style that a command line gives, by the paths that templates have in crudgen; none without a folder. */
export async function readStyle({ cwd }: Context, given: string | undefined): Promise<Tree> {
  if (given === undefined) return NO_FILES;
  const root = resolve(cwd, given);
  if ((await listFolder(root)) === null)
    throw refusal(
      'no-folder',
      `there is no folder \`${given}\``,
      'paths are relative to the current folder or --cwd',
    );
  const ofProject = join(root, HOUSE);
  const isProject = (await listFolder(ofProject)) !== null;
  const { files, unread } = walkFolder(isProject ? ofProject : root);
  // Left out without a word, the project would be made by another style than the one that was given.
  const problems = [...unread].map(([path, { why }]) =>
    problem('unreadable-file', `${path} in \`${given}\` cannot be read: ${why}`, COPY),
  );
  if (problems.length > 0) throw new Refusal(problems);
  return requireStyle(files, given);
}

const COPY = 'replace it with a readable text file inside the folder';
