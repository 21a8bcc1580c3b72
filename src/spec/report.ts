import type { Position, Problem } from '../problem.js';

/** Takes note of one problem; checking goes on, so that all of them are found at once. */
export type Report = (problem: Problem) => void;

/** A function that makes a problem at a place; help may be left out. */
export function problem(
  code: string,
  message: string,
  at: Position | undefined,
  help?: string,
): Problem {
  return {
    code,
    message,
    ...(at === undefined ? {} : { at }),
    ...(help === undefined ? {} : { help }),
  };
}

/** The same as a warning: shown, and not in the way. */
export function warning(
  code: string,
  message: string,
  at: Position | undefined,
  help: string,
): Problem {
  return { ...problem(code, message, at, help), severity: 'warning' };
}

/** Problems from top to bottom of the user's text, those without a place last. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const rank = ({ at }: Problem) => (at === undefined ? 1e15 : at.line * 1e6 + at.column);
  return [...problems].sort((one, other) => rank(one) - rank(other));
}
