import type { Integer } from './integer.js';

/** The place of a problem in a text. Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  /** The path as it was typed, or `argv` for the command line. */
  readonly file: string;
  /** From 1. */
  readonly line: Integer;
  /** From 1, in UTF-16 units. */
  readonly column: Integer;
  /** The number of characters; at least 1. */
  readonly length: Integer;
  /** The whole line. */
  readonly text: string;
}

/** One problem with the user's input, and what to type instead. */
export interface Problem {
  /** A stable name in kebab case, such as `unknown-type`. */
  readonly code: string;
  /** What is wrong, in one sentence: in lower case, without a full stop. */
  readonly message: string;
  /** The place in the text of the user. */
  readonly at?: Position;
  /** How to fix the problem. */
  readonly help?: string;
  /** Warnings do not stop a command. */
  readonly severity?: 'warning';
}

/** Thrown where a command cannot go on; carries every problem found. */
export class Refusal extends Error {
  constructor(
    readonly problems: readonly Problem[],
    /** 1 refused or failed, 2 wrong usage, 3 conflicts. */
    readonly exitCode: 1 | 2 | 3 = 1,
  ) {
    super(problems.map((problem) => problem.message).join('\n'));
    this.name = 'Refusal';
  }
}

/** Whether a problem stops a command. */
export const isError = ({ severity }: Problem): boolean => severity !== 'warning';

/** A problem that stops a command; only somebody who has just said no needs no help. */
export const problem = (code: string, message: string, help: string | undefined): Problem => ({
  code,
  message,
  ...(help !== undefined && { help }),
});

/** A problem that does not stop a command. */
export const warning = (code: string, message: string, help?: string): Problem => ({
  ...problem(code, message, help),
  severity: 'warning',
});

/** A problem that a command goes on in spite of. */
export const asWarning = (one: Problem): Problem => ({ ...one, severity: 'warning' });

/** The refusal for one problem. */
export const refusal = (
  code: string,
  message: string,
  help: string | undefined,
  exitCode?: Refusal['exitCode'],
): Refusal => new Refusal([problem(code, message, help)], exitCode);

/** The refusal of a wrong command line. */
export const misuse = (message: string, help: string): Refusal =>
  refusal('usage', message, help, 2);

/** Names as messages quote them. */
export const quoted = (names: Iterable<string>, between = ', '): string =>
  Array.from(names, (name) => `\`${name}\``).join(between);

/** Refuses with all of some problems if one of them stops a command. */
export function refuseErrors(problems: readonly Problem[], exitCode?: Refusal['exitCode']): void {
  if (problems.some(isError)) throw new Refusal(problems, exitCode);
}

/** Collects problems, so that all of them are reported at once. */
export class Report {
  readonly problems: Problem[] = [];
  /** The number of problems that are not warnings. */
  errors = 0;

  /** Adds a problem; null, so that a function without a result can return it. */
  error(code: string, message: string, at: Position | undefined, help?: string): null {
    return this.add(problem(code, message, help), at);
  }

  /** Adds a problem that was found without its place. */
  add(found: Problem, at: Position | undefined): null {
    this.errors += 1;
    this.problems.push({ ...found, ...(at && { at }) });
    return null;
  }

  /** Adds a warning. */
  warn(code: string, message: string, at: Position | undefined, help: string): void {
    this.problems.push({ ...warning(code, message, help), ...(at && { at }) });
  }
}

/** Problems in the order of the user's text, those without a place last. */
export function problemsInOrder(problems: readonly Problem[]): Problem[] {
  const rank = ({ at }: Problem) => (at === undefined ? 1e15 : at.line * 1e6 + at.column);
  return [...problems].sort((one, other) => rank(one) - rank(other));
}

/** The place of a part of a text, where the source has the text verbatim. */
export function positionWithin(
  at: Position,
  text: string,
  { index, length }: { readonly index: number; readonly length: number },
): Position {
  const start = at.text.indexOf(text, at.column - 1);
  return start < 0 ? at : { ...at, column: start + index + 1, length };
}
