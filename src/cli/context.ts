import type { Sides } from './on-conflict.js';
import type { Terminal } from './terminal.js';

/** What every command gets besides its own arguments. */
export interface Context {
  /** The arguments as they were typed, for carets under them. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly now: Date;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** Null where the flag is not given. */
  readonly onConflict: Sides | null;
  readonly terminal: Terminal;
}

/** The flags that every command takes. */
export interface CommonOptions {
  readonly cwd?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  /** The values as they were typed. */
  readonly onConflict?: readonly string[];
}
