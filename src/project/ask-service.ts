import { join } from 'node:path';
import { listFolder } from '../disk/list-folder.js';
import { runProcess } from '../disk/run-process.js';
import type { Action } from '../model/model.js';
import type { KnownRole } from './access-matrix.js';

/** What says which rule decides: the one entry of a project that has an engine, a script of its own before 0.2. */
async function entryOf(root: string): Promise<readonly string[]> {
  const engine = await listFolder(join(root, 'src/engine'));
  // An entry from before would take no notice of the word, and start the service.
  return engine === null ? ['src/access/explain-command.ts'] : ['src/main.ts', 'explain'];
}

/** `explanation`, `roles` or a `problem`. */
export type Answer = Readonly<Record<string, unknown>>;

/** Runs the project's own code, which says one line of JSON. */
export async function askService(root: string, args: readonly string[]): Promise<Answer> {
  const options = { cwd: root, timeout: 60_000, env: { LOG_LEVEL: 'silent' } };
  const entry = await entryOf(root);
  const { stdout, stderr } = await runProcess(
    process.execPath,
    ['--import', 'tsx', ...entry, ...args],
    options,
  );
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) return JSON.parse(line) as Answer;
  const said =
    stderr.split('\n').find((one) => /^\w*Error\b|not found/.test(one)) ??
    stderr.trim().split('\n')[0];
  const message = `${entry.join(' ')} does not run: ${said || 'it said nothing'}`;
  return { problem: { code: 'not-run', message, help: 'npm run typecheck may say more' } };
}

/** Whether the packages that run a project's TypeScript are found from its folder. */
export const canRun = async (root: string): Promise<boolean> =>
  (await runProcess(process.execPath, ['--import', 'tsx', '--eval', ''], { cwd: root })).code === 0;

/** The roles of the project's database; null where it does not answer. */
export async function readRoles(root: string): Promise<readonly KnownRole[] | null> {
  const answer = await askService(root, ['--roles']);
  if (!('roles' in answer)) return null;
  const roles = answer['roles'] as readonly { name: string; allowed_actions: readonly Action[] }[];
  return roles.length === 0
    ? null
    : roles.map(({ name, allowed_actions: actions }) => ({ name, actions }));
}
