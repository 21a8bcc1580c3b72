import { type Problem, problem, Refusal } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import { BadValue, UsageError } from './declare.js';
import { processTerminal, type Terminal } from './terminal.js';
import { usageProblem } from './usage-problem.js';

/** Reports why a command failed; returns the exit code. */
export function reportFailure(error: unknown, args: readonly string[]): number {
  const terminal = processTerminal();
  const report = (problems: readonly Problem[]) => {
    if (args.includes('--json')) terminal.print(JSON.stringify({ ok: false, problems }, null, 2));
    else terminal.problems(problems);
  };
  if (error instanceof Refusal) {
    report(error.problems);
    return error.exitCode;
  }
  if (error instanceof UsageError || error instanceof BadValue) {
    const problem = usageProblem(error, args);
    if (problem !== null) report([problem]);
    else if (error instanceof UsageError && (error.exitCode === 0 || args.length === 0)) return 0;
    return 2;
  }
  report([unexpected(error, args, terminal)]);
  return 1;
}

/** A failure of the disk or a bug in crudgen; the stack is shown only on request. */
function unexpected(error: unknown, args: readonly string[], terminal: Terminal): Problem {
  const cause = error instanceof Error ? error : new Error(String(error));
  const system = (error as NodeJS.ErrnoException).code;
  if (system !== undefined && SYSTEM[system] !== undefined) {
    const path = (error as NodeJS.ErrnoException).path;
    const message = `${path === undefined ? 'a file' : `\`${path}\``} ${SYSTEM[system]}`;
    return problem('disk', message, `fix that, then run again: ${commandLine(args).text}`);
  }
  if ((process.env['CRUDGEN_DEBUG'] ?? '') !== '') terminal.note(cause.stack ?? cause.message);
  return problem(
    'unexpected',
    `crudgen crashed: ${cause.message}`,
    `this is a bug in crudgen; please report it with the command \`${commandLine(args).text}\`\nCRUDGEN_DEBUG=1 shows the stack trace`,
  );
}

const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be accessed: permission denied',
  EPERM: 'cannot be changed: operation not permitted',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'cannot be written: the disk is full',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is a file, not a folder',
};
