/** Where in a text a problem stands. Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  /** The file's path as the user gave it, or `argv` for the command line. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters the caret line underlines; at least 1. */
  readonly length: number;
  /** The whole line of the user's own text that the caret points into. */
  readonly text: string;
}

/** One thing that is wrong with what the user gave, said once and with what to type instead. */
export interface Problem {
  /** A stable kebab-case name: `unknown-type`, `duplicate-field`. */
  readonly code: string;
  /** One sentence in lower case without a full stop. */
  readonly message: string;
  readonly at?: Position;
  /** What to type instead. */
  readonly help?: string;
  /** Warnings are shown and do not stop the command. */
  readonly severity?: 'warning';
}

/** Thrown where a command cannot go on; carries every problem that was found at once. */
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

/** The refusal for one problem. */
export const refusal = (problem: Problem, exitCode?: Refusal['exitCode']): Refusal =>
  new Refusal([problem], exitCode);

/** Collects problems while reading or checking goes on, so that all of them are found at once. */
export class Report {
  readonly problems: Problem[] = [];
  /** How many of the problems are no warnings. */
  errors = 0;

  /** Adds a problem; null, so that a function without a result can return it. */
  error(code: string, message: string, at: Position | undefined, help?: string): null {
    this.errors += 1;
    this.problems.push(problem(code, message, at, help));
    return null;
  }

  /** Adds a warning, which is shown and stops nothing. */
  warn(code: string, message: string, at: Position | undefined, help: string): void {
    this.problems.push({ ...problem(code, message, at, help), severity: 'warning' });
  }
}

function problem(code: string, message: string, at?: Position, help?: string): Problem {
  return { code, message, ...(at && { at }), ...(help !== undefined && { help }) };
}

/** Problems from top to bottom of the user's text, those without a place last. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const rank = ({ at }: Problem) => (at === undefined ? 1e15 : at.line * 1e6 + at.column);
  return [...problems].sort((one, other) => rank(one) - rank(other));
}
