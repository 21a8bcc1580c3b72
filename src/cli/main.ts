import type { Start } from './declare.js';
import { buildProgram } from './program.js';
import { VERSION } from '../version.js';

const HELP: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/**
 * Runs a command line and returns the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts. Code is loaded on
 * demand: --help needs commander alone.
 */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const start: Start = async (options, run) => {
    const { readContext } = await import('./read-context.js');
    exitCode = (await run(readContext(args, options))) ?? 0;
  };
  try {
    if (!args.some((arg) => HELP.has(arg))) {
      const { handOver } = await import('./hand-over.js');
      const handedOver = await handOver(args);
      if (handedOver !== null) return handedOver;
    }
    await buildProgram(VERSION, start).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return (await import('./report-failure.js')).reportFailure(error, args);
  }
}

/** Keeps a closed pipe (`| head`) from ending the process before files are written. */
export function ignoreClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
