import { join } from 'node:path';
import { foldersAbove, listFolder } from '../disk/folders.js';
import { readText } from '../disk/journal.js';
import { type Problem, problem, refusal, Refusal } from '../problem.js';

/** The root of the project around a folder; refuses outside of one. */
export async function findProject(cwd: string): Promise<string> {
  const folders = foldersAbove(cwd);
  for (const folder of folders)
    if ((await readText(join(folder, 'crudgen.json'))) !== null) return folder;
  const message = `${folders[0]} is not in a crudgen project: no crudgen.json here or above`;
  throw refusal(
    'no-project',
    message,
    'create one with crudgen init, or pass its folder with --cwd',
  );
}

/** Refuses where the packages are installed neither in the project nor elsewhere: its own code cannot run. */
export async function requireInstalled(
  root: string,
  isElsewhere: (root: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  const problem = await notInstalled(root, isElsewhere);
  if (problem !== null) throw new Refusal([problem]);
}

/** The problem of a project without its packages; null where they are installed. */
export async function notInstalled(
  root: string,
  isElsewhere: (root: string) => Promise<boolean>,
): Promise<Problem | null> {
  if ((await listFolder(join(root, 'node_modules'))) !== null || (await isElsewhere(root)))
    return null;
  const message = "the project's packages are not installed";
  return problem('not-installed', message, 'run: npm install');
}
