import type { Problem } from '../problem.js';
import { showProblems } from './show-problem.js';
import { type Style, styleFor } from './style.js';

/** The output of a command: results go to stdout, everything else to stderr. */
export interface Terminal {
  readonly style: Style;
  readonly errorStyle: Style;
  readonly width: number;
  /** Whether questions can be asked. */
  readonly interactive: boolean;
  print(text: string): void;
  note(text: string): void;
  /** Shows a line that the next text replaces, an empty one for good; false where lines stay once they are written. */
  status(line: string): boolean;
  problems(problems: readonly Problem[]): void;
  /** Adds keys to the result for programs, whose type every caller names; people read text instead. */
  data<Result extends object = never>(values: NoInfer<Result>): void;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process;
  const errorStyle = styleFor(stderr, env);
  const width = Math.max(40, stderr.columns ?? 100);
  const note = (text: string) => void stderr.write(`${text}\n`);
  const isLive = stderr.isTTY === true && (env['CI'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    style: styleFor(stdout, env),
    errorStyle,
    width,
    interactive: stdin.isTTY === true && stdout.isTTY === true && (env['CI'] ?? '') === '',
    print: (text) => void stdout.write(`${text}\n`),
    note,
    status(line) {
      if (isLive) stderr.write(`\r\u001b[K${line.slice(0, width - 1)}`);
      return isLive;
    },
    problems(problems) {
      if (problems.length > 0) note(showProblems(problems, errorStyle, width));
    },
    data: () => undefined,
  };
}
