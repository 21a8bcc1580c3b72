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
