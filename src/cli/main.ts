import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandName, type Start } from './declare.js';
import { buildProgram } from './program.js';
import { VERSION } from '../version.js';

const HELP: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/**
 * Runs a command line and returns the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts. Code is loaded on
 * demand: --help needs commander alone.
 */
export async function main(args: readonly string[]): Promise<number> {
  const json = asksJson(args) ? new (await import('./json-terminal.js')).JsonTerminal() : null;
  let exitCode = 0;
  const start: Start = async (options, run) => {
    const { readContext } = await import('./read-context.js');
    const { endProjectProcesses } = await import('../disk/project-process.js');
    try {
      exitCode = (await run(readContext(args, options, json))) ?? 0;
    } finally {
      endProjectProcesses();
    }
  };
  const enter = (command: CommandUnknownOpts) => {
    if (json !== null) json.command = commandName(command);
  };
  try {
    if (!args.some((arg) => HELP.has(arg))) {
      const { handOver } = await import('./hand-over.js');
      const handedOver = await handOver(args);
      if (handedOver !== null) return handedOver;
    }
    const program = buildProgram(VERSION, start, { enter, isSilent: json !== null });
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    exitCode = (await import('./report-failure.js')).reportFailure(error, args, json);
  }
  if (json !== null) process.stdout.write(json.document(exitCode));
  return exitCode;
}

/** Whether a program reads the answer, even where the rest of the command line is wrong. */
function asksJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
}

/** Keeps a closed pipe (`| head`) from ending the process before files are written. */
export function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
