import { commandLine } from '../spec/parse-arguments.js';
import type { CommonOptions, Context } from './context.js';
import { parseSides } from './on-conflict.js';
import { processTerminal } from './terminal.js';

/** The context of a command, from its arguments and global flags. */
export const readContext = (args: readonly string[], options: CommonOptions): Context => ({
  args,
  cwd: options.cwd ?? process.cwd(),
  now: new Date(),
  dryRun: options.dryRun ?? false,
  json: options.json ?? false,
  onConflict: options.onConflict ? parseSides(options.onConflict, commandLine(args)) : null,
  terminal: processTerminal(),
});
