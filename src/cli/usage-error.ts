import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings';

/** What commander throws for an invalid command line, and for one that asks for help. */
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
