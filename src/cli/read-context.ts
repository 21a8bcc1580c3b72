import { commandLine } from '../spec/parse-arguments.js';
import type { CommonOptions, Context } from './context.js';
import { parseSides } from './on-conflict.js';
import { processTerminal, type Terminal } from './terminal.js';

/** The context of a command, from its arguments and global flags; `json` collects what programs read. */
export const readContext = (
  args: readonly string[],
  options: CommonOptions,
  json: Terminal | null,
): Context => ({
  args,
  cwd: options.cwd ?? process.cwd(),
  now: new Date(),
  dryRun: options.dryRun ?? false,
  json: json !== null,
  contents: options.contents ?? false,
  onConflict: options.onConflict ? parseSides(options.onConflict, commandLine(args)) : null,
  terminal: json ?? processTerminal(),
});
