import stringWidth from 'string-width';
import { type Position, type Problem, isError } from '../problem.js';
import { PLAIN, type Style } from './style.js';
import { displayText } from './display-text.js';

/** A problem as text: what is wrong, the user's text with a caret, and what to type instead. */
export function showProblem(problem: Problem, style: Style = PLAIN, width = 100): string {
  const warning = problem.severity === 'warning';
  const kind = warning ? style.yellow : style.red;
  const head = `${kind(style.bold(`${warning ? 'warning' : 'error'}[${problem.code}]`))}: ${displayText(problem.message)}`;
  const place = problem.at === undefined ? [] : showPlace(problem.at, kind, style, width);
  const help =
    problem.help === undefined ? [] : [`${style.cyan('help')}: ${indentHelp(problem.help)}`];
  return [head, ...place, ...help].join('\n');
}

/** All problems, separated by blank lines, and their number. */
export function showProblems(
  problems: readonly Problem[],
  style: Style = PLAIN,
  width = 100,
): string {
  const shown = problems.map((problem) => showProblem(problem, style, width));
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const counts = [count(errors, 'error'), count(warnings, 'warning')].filter((text) => text !== '');
  const total =
    problems.length > 1 && errors > 0 ? [`${counts.join(' and ')}; nothing was written`] : [];
  return [...shown, ...total].join('\n\n');
}

function count(number: number, noun: string): string {
  return number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function showPlace(
  at: Position,
  kind: (text: string) => string,
  style: Style,
  width: number,
): string[] {
  const argv = at.file === 'argv';
  const indent = argv ? '  ' : '      ';
  const { before, marked, after } = windowOf(at, width - indent.length);
  const [left, middle] = [
    displayText(before),
    displayText(marked, stringWidth(displayText(before))),
  ];
  const right = displayText(after, stringWidth(left + middle));
  const carets = '^'.repeat(Math.max(1, stringWidth(middle)));
  const file = argv ? [] : [`  ${style.dim(`${displayText(at.file)}:${at.line}:${at.column}`)}`];
  return [
    ...file,
    `${indent}${left}${middle}${right}`,
    `${indent}${' '.repeat(stringWidth(left))}${kind(carets)}`,
  ];
}

/** The part of a long line around the caret. */
function windowOf({ text, column, length }: Position, width: number) {
  const start = Math.min(column - 1, text.length);
  const end = Math.min(start + length, text.length);
  const room = Math.max(20, width - 2);
  if (text.length <= room)
    return { before: text.slice(0, start), marked: text.slice(start, end), after: text.slice(end) };
  const stop = Math.min(end, start + room);
  const from = Math.max(
    0,
    Math.min(start - Math.floor((room - (stop - start)) / 2), text.length - room),
  );
  const before = text.slice(from, start);
  const after = text.slice(stop, from + room);
  const cut = from + room < text.length ? '…' : '';
  return {
    before: from > 0 ? `…${before}` : before,
    marked: text.slice(start, stop),
    after: after + cut,
  };
}

/** Indents the lines of a help text under the first. */
function indentHelp(help: string): string {
  return help
    .split('\n')
    .map((line) => displayText(line))
    .join('\n      ');
}
