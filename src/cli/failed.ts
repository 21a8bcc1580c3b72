import { type Problem, Refusal } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import { BadValue } from './declare.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';
import { usageProblem } from './usage-problem.js';

interface Situation {
  readonly args: readonly string[];
  readonly terminal: Terminal;
  readonly json: boolean;
}

/** Says why a command did not do its work, and gives the exit code. */
export function failed(error: unknown, { args, terminal, json }: Situation): number {
  const say = (problems: readonly Problem[]) => {
    if (json) terminal.print(JSON.stringify({ ok: false, problems }, null, 2));
    else terminal.problems(problems);
  };
  if (error instanceof Refusal) {
    say(error.problems);
    return error.exitCode;
  }
  if (error instanceof UsageError || error instanceof BadValue) {
    const problem = usageProblem(error, args);
    if (problem !== null) say([problem]);
    else if (error instanceof UsageError && (error.exitCode === 0 || args.length === 0)) return 0;
    return 2;
  }
  say([unexpected(error, args, terminal)]);
  return 1;
}

/** A mistake of crudgen's own: what to report, and no stack unless it is asked for. */
function unexpected(error: unknown, args: readonly string[], terminal: Terminal): Problem {
  const told = error instanceof Error ? error : new Error(String(error));
  const system = (error as NodeJS.ErrnoException).code;
  if (system !== undefined && SYSTEM[system] !== undefined) {
    const path = (error as NodeJS.ErrnoException).path;
    const message = `${path === undefined ? 'a file' : `\`${path}\``} ${SYSTEM[system]}`;
    return { code: 'disk', message, help: `mend that, then type again: ${commandLine(args).text}` };
  }
  if ((process.env['CRUDGEN_DEBUG'] ?? '') !== '') terminal.note(told.stack ?? told.message);
  return {
    code: 'unexpected',
    message: `crudgen itself failed: ${told.message}`,
    help: `this is a mistake in crudgen; please report it with the command \`${commandLine(args).text}\`\nCRUDGEN_DEBUG=1 shows where it happened`,
  };
}

const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written by you',
  EPERM: 'may not be changed by you',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'does not fit: the disk is full',
  EISDIR: 'is a folder, and a file was expected',
  ENOTDIR: 'is a file, and a folder was expected',
};
