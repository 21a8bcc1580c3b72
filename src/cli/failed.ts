import { type Problem, Refusal } from '../problem.js';
import { commandLine } from '../spec/parse-arguments.js';
import type { UsageErrors } from './main.js';
import type { Terminal } from './terminal.js';

interface Situation {
  readonly args: readonly string[];
  readonly usage: UsageErrors;
  readonly terminal: Terminal;
  readonly json: boolean;
}

/** Says why a command did not do its work, and gives the exit code. */
export function failed(error: unknown, { args, usage, terminal, json }: Situation): number {
  const say = (problems: readonly Problem[]) => {
    if (json) terminal.print(JSON.stringify({ ok: false, problems }, null, 2));
    else terminal.problems(problems);
  };
  if (error instanceof Refusal) {
    say(error.problems);
    return error.exitCode;
  }
  const { code } = error as { code?: string };
  if (code !== undefined && code.startsWith('commander.')) {
    if (usage.problems.length === 0) return HELPED.has(code) || args.length === 0 ? 0 : 2;
    say(usage.problems.map((problem) => located(problem, args, usage.command)));
    return 2;
  }
  say([unexpected(error, args, terminal)]);
  return 1;
}

const HELPED = new Set(['commander.version', 'commander.helpDisplayed']);

/** Puts a caret under the argument that a usage error is about. */
function located(problem: Problem, args: readonly string[], command: string): Problem {
  const quoted = [...problem.message.matchAll(/'([^']+)'/g)].map(([, word]) => word!);
  const about = /^missing/.test(problem.message)
    ? undefined
    : quoted.findLast((word) => args.includes(word));
  const { message, help = `see: ${command} --help` } = inOurWords(problem);
  const said = { ...problem, message: message.replaceAll("'", '`'), help };
  return about === undefined
    ? said
    : { ...said, at: commandLine(args).find(about)(0, about.length) };
}

/** The same as commander says, as one sentence and what to type. */
function inOurWords({ message, help }: Problem): Pick<Problem, 'message' | 'help'> {
  const [, option, value, why] =
    /^option '(.+)' argument '(.*)' is invalid\. (.*?)\.?$/.exec(message) ?? [];
  if (option !== undefined) {
    const choices = why!.replace(/^Allowed choices are/, 'it is one of');
    return { message: `'${value}' is not a value of '${option}'`, help: choices };
  }
  const [, of = '', wanted, got] =
    /^too many arguments(?: for '(.+)')?\. Expected (\d+) arguments? but got (\d+)/.exec(message) ??
    [];
  if (got !== undefined)
    return {
      message: `${of === '' ? 'it' : `'${of}'`} takes ${wanted} argument${wanted === '1' ? '' : 's'}, and there are ${got}`,
    };
  return { message: message.replace(/\.$/, ''), ...(help === undefined ? {} : { help }) };
}

/** A mistake of crudgen's own: what to report, and no stack unless it is asked for. */
function unexpected(error: unknown, args: readonly string[], terminal: Terminal): Problem {
  const told = error instanceof Error ? error : new Error(String(error));
  const system = (error as NodeJS.ErrnoException).code;
  if (system !== undefined && SYSTEM[system] !== undefined) {
    const path = (error as NodeJS.ErrnoException).path;
    const message = `${path === undefined ? 'a file' : `\`${path}\``} ${SYSTEM[system]}`;
    return { code: 'disk', message };
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
