import { isError, type Problem } from '../problem.js';
import { PLAIN } from './style.js';
import type { Terminal } from './terminal.js';

/** The version of the contract; it is raised when a key goes or changes its meaning, not when one is added. */
const CONTRACT = 1;

/** The one document that a command of crudgen prints on stdout with --json. */
export interface EnvelopeJson {
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  /** The version of this format, which changes when a key is removed or changes its meaning. */
  readonly version: typeof CONTRACT;
  /** The command without `crudgen`, such as `model add`; null if the command line names no command. */
  readonly command: string | null;
  /** Errors and warnings. */
  readonly problems: readonly ProblemJson[];
  /** Files that crudgen could not read and skipped; absent if there are none. */
  readonly left_out?: readonly string[];
}

/** A problem with the input or the project, and how to fix it. */
export interface ProblemJson extends Omit<Problem, 'severity'> {
  /** Warnings do not stop a command. */
  readonly severity: 'error' | 'warning';
}

/** The terminal with --json: it collects what a command finds, and never asks; text for people is dropped. */
export class JsonTerminal implements Terminal {
  readonly style = PLAIN;
  readonly errorStyle = PLAIN;
  readonly width = 100;
  readonly interactive = false;
  /** The command that is run, without the name of the program; null before one is known. */
  command: string | null = null;
  readonly #problems: Problem[] = [];
  readonly #data: Record<string, unknown> = {};

  readonly print = (): void => undefined;
  readonly note = (): void => undefined;
  readonly status = (): boolean => true;
  readonly problems = (found: readonly Problem[]): void => void this.#problems.push(...found);
  readonly data = (values: object): void => void Object.assign(this.#data, values);

  /** The one document that stands on stdout. */
  document(exitCode: number): string {
    const { command } = this;
    const problems = this.#problems.map((one): ProblemJson => ({
      ...one,
      severity: isError(one) ? 'error' : 'warning',
    }));
    const envelope: EnvelopeJson = { ok: exitCode === 0, version: CONTRACT, command, problems };
    return `${JSON.stringify({ ...envelope, ...this.#data }, null, 2)}\n`;
  }
}
