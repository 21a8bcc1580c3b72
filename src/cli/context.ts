import type { Problem } from '../problem.js';
import type { Sides } from './on-conflict.js';
import type { Terminal } from './terminal.js';

/** What every command gets besides its own arguments. */
export interface Context {
  /** The arguments as typed, to underline mistakes in them. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly now: Date;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** Null without the flag. */
  readonly onConflict: Sides | null;
  readonly terminal: Terminal;
}

/** The global flags. */
export interface CommonOptions {
  readonly cwd?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly onConflict?: readonly string[];
}

/** Prints warnings, except with --json, where programs get them in the result. */
export function warn({ json, terminal }: Context, problems: readonly Problem[]): void {
  if (!json) terminal.problems(problems);
}

/** Prints what a command found: as JSON for programs, else as text. */
export function printResult(
  { json, terminal }: Context,
  data: unknown,
  text: (terminal: Terminal) => string,
): void {
  terminal.print(json ? JSON.stringify(data, null, 2) : text(terminal));
}
