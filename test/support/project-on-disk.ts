import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withCrudgen } from './crudgen-on-path.js';

export const ROOT = join(import.meta.dirname, '../..');
// Whether this runs in CI is not for a project's own tests to know.
const OURS = { VITEST: undefined, CI: undefined };
/** The environment of a developer's terminal. */
export const ENV = {
  ...process.env,
  PATH: withCrudgen,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  ...OURS,
};

/** What a program came to. */
export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a project. */
export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  const options = {
    cwd,
    encoding: 'utf8' as const,
    maxBuffer: 64 * 1024 ** 2,
    env: { ...ENV, NODE_ENV: undefined, ...env },
  };
  const { status, stdout, stderr } = spawnSync(command, args, options);
  return { status, stdout, stderr };
}

/** Runs the command that a developer types, in a process of its own. */
export const runCrudgen = (cwd: string, ...args: readonly string[]): Ran =>
  run(cwd, process.execPath, [join(ROOT, 'bin/crudgen.js'), ...args]);

/** Arguments by which git knows who commits. */
export const OWNER: readonly string[] = [
  ...['-c', 'user.name=Owner'],
  ...['-c', 'user.email=owner@example.com'],
];

/** Runs git in a project. */
export const git = (cwd: string, ...args: readonly string[]): Ran => gitIn(cwd, args);

/** Runs git in a project with more environment. */
export function gitIn(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Ran {
  return run(cwd, 'git', [...OWNER, ...args], env);
}

/** Every text file of a project that is its owner's to edit. */
export function filesOf(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)))
    .filter((path) => !/^(\.git|\.crudgen|data|dist|node_modules)\//.test(path))
    .sort();
}

export const read = (cwd: string, path: string): string => readFileSync(join(cwd, path), 'utf8');

/** Changes a file as its owner would. */
export function edit(cwd: string, path: string, change: (text: string) => string): void {
  writeFileSync(join(cwd, path), change(read(cwd, path)));
}
