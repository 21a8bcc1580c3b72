import { basename } from 'node:path';
import { type RunOptions, runProcess } from '../../disk/run-process.js';
import type { Action } from '../../model/model.js';
import { type Problem, problem } from '../../problem.js';
import type { KnownRole } from './access-matrix.js';
import { notInstalled } from './find-project.js';
import { type Tool, toolFile } from './tools.js';

/** `explanation`, `roles`, `report` or a `problem`. */
export type Answer = Readonly<Record<string, unknown>>;

/** Asks the project's own code about its access rules. */
export const askService = (root: string, args: readonly string[]): Promise<Answer> =>
  askTool(root, 'explain-access', args, { timeout: 60_000 });

/** Runs a program with the project's own code; the program prints a line of JSON. */
export async function askTool(
  root: string,
  tool: Tool,
  args: readonly string[],
  limits: Pick<RunOptions, 'timeout' | 'onErrorLine'>,
): Promise<Answer> {
  const options = { cwd: root, env: { LOG_LEVEL: 'silent' }, ...limits };
  const program = toolFile(tool);
  const command = ['--import', 'tsx', program, ...args];
  const { stdout, stderr } = await runProcess(process.execPath, command, options);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (line.startsWith('{')) return JSON.parse(line) as Answer;
  return { problem: failed(basename(program), stderr) };
}

/** Why a program printed no answer: an exception, or its settings, which it lists below a title: `Nothing is explained:`. */
export function failed(program: string, stderr: string): Problem {
  const [first = '', ...rest] = stderr.trim().split('\n');
  if (first.endsWith(':') && rest[0]?.startsWith('  ')) {
    const reasons = rest.map((line) => line.trim()).join('; ');
    return problem('not-run', `${program} failed: ${reasons}`, 'correct the settings in .env');
  }
  const error = [first, ...rest].find((line) => /^\w*Error\b|not found/.test(line)) ?? first;
  // The log of a service prints the causes of an error in this form.
  const causes = rest.flatMap((line) => /^caused by (?:Error: )?(.+)$/.exec(line)?.[1] ?? []);
  const message = `${program} failed: ${[error || 'it printed nothing', ...causes].join(': ')}`;
  return problem('not-run', message, 'run: npm run typecheck');
}

/** The roles in the project's database, or the problem with reading them. */
export async function readRoles(
  root: string,
): Promise<{ readonly roles: readonly KnownRole[] } | { readonly problem: Problem }> {
  const missing = await notInstalled(root);
  if (missing !== null) return { problem: missing };
  const answer = await askService(root, ['--roles']);
  if ('problem' in answer) return { problem: answer['problem'] as Problem };
  const roles = answer['roles'] as readonly { name: string; allowed_actions: readonly Action[] }[];
  if (roles.length === 0) return { problem: NO_ROLES };
  return { roles: roles.map(({ name, allowed_actions: actions }) => ({ name, actions })) };
}

const NO_ROLES: Problem = problem(
  'no-roles',
  'the database has no roles',
  'npm run seed, or the next start, creates the preset roles',
);
