import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';

/** A command line that does not fit its command, or one that has only asked for help. */
export class UsageError extends Error {
  readonly code: string;
  readonly exitCode: number;

  constructor(
    readonly command: CommandUnknownOpts,
    { code, exitCode, message }: CommanderError,
  ) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}
