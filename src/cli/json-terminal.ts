import { isError, type Problem } from '../problem.js';
import { PLAIN } from './style.js';
import type { Terminal } from './terminal.js';

/** The version of the contract; it is raised when a key goes or changes its meaning, not when one is added. */
export const CONTRACT = 1;

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
    const problems = this.#problems.map((one) => ({
      ...one,
      severity: isError(one) ? 'error' : 'warning',
    }));
    const envelope = { ok: exitCode === 0, version: CONTRACT, command, problems };
    return `${JSON.stringify({ ...envelope, ...this.#data }, null, 2)}\n`;
  }
}
