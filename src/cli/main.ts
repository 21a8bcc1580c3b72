import type { CommonOptions, Context } from './context.js';
import type { Start } from './declare.js';
import type { Sides } from './on-conflict.js';
import { buildProgram } from './program.js';
import type { Terminal } from './terminal.js';
import { VERSION } from '../version.js';

/** Runs a command line and returns the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const start: Start = async (options, run) => {
    exitCode = (await run(await contextOf(args, options))) ?? 0;
  };
  try {
    await buildProgram(VERSION, start).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    const { reportFailure } = await import('./report-failure.js');
    return reportFailure(error, {
      args,
      terminal: await terminal(),
      json: args.includes('--json'),
    });
  }
}

/** Keeps a closed pipe (`| head`) from ending the process before files are written. */
export function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/** Loaded on demand: --help needs commander alone. */
async function terminal(): Promise<Terminal> {
  const { processTerminal } = await import('./terminal.js');
  return processTerminal();
}

async function contextOf(args: readonly string[], options: CommonOptions): Promise<Context> {
  const { onConflict } = options;
  return {
    args,
    cwd: options.cwd ?? process.cwd(),
    now: new Date(),
    dryRun: options.dryRun ?? false,
    json: options.json ?? false,
    onConflict: onConflict === undefined ? null : await sidesOf(args, onConflict),
    terminal: await terminal(),
  };
}

async function sidesOf(args: readonly string[], values: readonly string[]): Promise<Sides> {
  const { parseSides } = await import('./on-conflict.js');
  const { commandLine } = await import('../spec/parse-arguments.js');
  return parseSides(values, commandLine(args));
}
