import { type Problem, problem, Refusal } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import { BadValue, UsageError } from './declare.js';
import { helpData } from './help-data.js';
import type { JsonTerminal } from './json-terminal.js';
import { processTerminal } from './terminal.js';
import { missingCommand, usageProblem } from './usage-problem.js';

/** Reports why a command failed; returns the exit code. `json` collects what programs read. */
export function reportFailure(
  error: unknown,
  args: readonly string[],
  json: JsonTerminal | null,
): number {
  const terminal = json ?? processTerminal();
  if (error instanceof Refusal) {
    terminal.problems(error.problems);
    return error.exitCode;
  }
  if (error instanceof UsageError && error.exitCode === 0) {
    if (json !== null) answerHelp(error, json);
    return 0;
  }
  if (error instanceof UsageError || error instanceof BadValue) {
    const found = usageProblem(error, args);
    if (found !== null) terminal.problems([found]);
    // People have seen the help.
    else if (json !== null) json.problems([missingCommand((error as UsageError).command)]);
    return 2;
  }
  terminal.problems([unexpected(error, args)]);
  return 1;
}

/** What was asked for by a flag, as the command of the same name answers it. */
function answerHelp({ code, command }: UsageError, json: JsonTerminal): void {
  const isVersion = code === 'commander.version';
  json.command = isVersion ? 'version' : 'help';
  json.data(isVersion ? { crudgen: command.version() } : helpData(command));
}

/** A failure of the disk or a bug in crudgen; the stack is shown only on request. */
function unexpected(error: unknown, args: readonly string[]): Problem {
  const cause = error instanceof Error ? error : new Error(String(error));
  const system = (error as NodeJS.ErrnoException).code;
  if (system !== undefined && SYSTEM[system] !== undefined) {
    // If renaming a file fails, the path to name is the new one: it is in the project.
    const { path: from, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    const path = dest ?? from;
    const message = `${path === undefined ? 'a file' : `\`${path}\``} ${SYSTEM[system]}`;
    return problem('disk', message, `fix that, then run again: ${commandLine(args).text}`);
  }
  if ((process.env['CRUDGEN_DEBUG'] ?? '') !== '')
    process.stderr.write(`${cause.stack ?? cause.message}\n`);
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
  ENAMETOOLONG: 'has a name that is too long for the disk',
  EILSEQ: 'has a name that the disk does not allow',
  EDQUOT: 'cannot be written: your quota on the disk is used up',
  EIO: 'cannot be read or written: the disk reports an error',
};
