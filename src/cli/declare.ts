import type { Command } from 'commander';
import type { Context } from './context.js';

/** Runs one command of the program; loads its code first. */
export type Run = (context: Context) => Promise<number | void>;

/** Ties a declared command to what it runs. */
export type Go = (command: Command, start: (args: unknown[], options: never) => Run) => void;

/** A command that only holds others. */
export function group(program: Command, name: string, summary: string): Command {
  return program.command(name).description(summary).helpCommand(false).exitOverride();
}
