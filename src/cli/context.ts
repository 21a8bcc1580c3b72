import type { Problem } from '../problem.js';
import type { Sides } from './on-conflict.js';
import type { Terminal } from './terminal.js';

/** The input of every command, in addition to its own arguments. */
export interface Context {
  /** The arguments as typed, to underline mistakes in them. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly now: Date;
  readonly dryRun: boolean;
  /** Whether a program reads the result; the terminal then collects data and asks nothing. */
  readonly json: boolean;
  /** Whether plans show the text of what they change. */
  readonly contents: boolean;
  /** Null without the flag. */
  readonly onConflict: Sides | null;
  readonly terminal: Terminal;
}

/** The global flags. */
export interface CommonOptions {
  readonly cwd?: string;
  readonly dryRun?: boolean;
  readonly contents?: boolean;
  readonly onConflict?: readonly string[];
}

/** The context of a command that asks nothing, as it asks nothing without a terminal. */
export const withoutQuestions = (context: Context): Context => ({
  ...context,
  terminal: { ...context.terminal, interactive: false },
});

/** Reports the result of a command, whose type every caller names: as data for programs, as text for people. */
export function printResult<Result extends object = never>(
  { json, terminal }: Context,
  data: NoInfer<Result>,
  text: (terminal: Terminal) => string,
): void {
  if (json) terminal.data<Result>(data);
  else terminal.print(text(terminal));
}

/** Reports problems that do not stop a command. */
export const warn = ({ terminal }: Context, problems: readonly Problem[]): void =>
  terminal.problems(problems);
