import { join, resolve } from 'node:path';
import { readSettings } from '../../code/read-settings.js';
import { foldersAbove, listFolder } from '../../disk/folders.js';
import { readContent } from '../../disk/contents.js';
import { runProcess } from '../../disk/run-process.js';
import { type Problem, problem, refusal, Refusal } from '../../problem.js';
import { bygoneProblem } from './version-problem.js';

/** The root of the project around a folder; refuses outside of one, and in one of a version that nothing here understands. */
export async function findProject(cwd: string): Promise<string> {
  const root = await projectAbove(cwd);
  if (root !== null) {
    const bygone = bygoneProblem(await versionOf(root));
    if (bygone !== null) throw new Refusal([bygone]);
    return root;
  }
  const message = `${resolve(cwd)} is not in a crudgen project: no crudgen.json here or above`;
  const help = 'create a project with crudgen init, or pass its folder with --cwd';
  throw refusal('no-project', message, help);
}

/** The root of the project around a folder; null outside of one. */
export async function projectAbove(cwd: string): Promise<string | null> {
  for (const folder of foldersAbove(cwd))
    if ((await readContent(join(folder, 'crudgen.json'))) !== null) return folder;
  return null;
}

/** The version of crudgen that a project is at; null where its settings do not tell. */
export async function versionOf(root: string): Promise<string | null> {
  const text = (await readContent(join(root, 'crudgen.json'))) ?? '';
  return readSettings(new Map([['crudgen.json', text]])).settings.version;
}

/** Refuses where the packages are installed neither in the project nor elsewhere: its own code cannot run. */
export async function requireInstalled(root: string): Promise<void> {
  const missing = await notInstalled(root);
  if (missing !== null) throw new Refusal([missing]);
}

/** The problem of a project without its packages; null where they are installed. */
export async function notInstalled(root: string): Promise<Problem | null> {
  if ((await listFolder(join(root, 'node_modules'))) !== null || (await canRun(root))) return null;
  return problem('not-installed', "the project's packages are not installed", 'run: npm install');
}

/** Whether tsx, which runs a project's TypeScript, is found from its folder, as in a workspace. */
const canRun = async (root: string): Promise<boolean> =>
  (await runProcess(process.execPath, ['--import', 'tsx', '--eval', ''], { cwd: root })).code === 0;
