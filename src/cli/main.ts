import type { CommonOptions, Context } from './context.js';
import type { Run } from './declare.js';
import { buildProgram } from './program.js';
import type { Terminal } from './terminal.js';
import { VERSION } from './version.js';

/** Runs a command line and gives the exit code: 0 done, 1 refused or failed, 2 wrong usage, 3 conflicts. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  const run = async (options: CommonOptions, command: Run) => {
    exitCode = (await command(contextOf(args, options, await terminal()))) ?? 0;
  };
  try {
    await buildProgram(VERSION, run).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    const { failed } = await import('./failed.js');
    return failed(error, { args, terminal: await terminal(), json: args.includes('--json') });
  }
}

/** Loaded only by those who speak: help is printed by commander alone. */
async function terminal(): Promise<Terminal> {
  const { processTerminal } = await import('./terminal.js');
  return processTerminal();
}

function contextOf(args: readonly string[], options: CommonOptions, terminal: Terminal): Context {
  return {
    args,
    cwd: options.cwd ?? process.cwd(),
    now: new Date(),
    dryRun: options.dryRun ?? false,
    json: options.json ?? false,
    onConflict: options.onConflict ?? null,
    terminal,
  };
}
