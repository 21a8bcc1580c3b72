import { problem, warning, type Position, type Problem } from '../problem.js';
import type { ts } from './typescript.js';

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;

/** The position of some characters of a file, limited to one line. */
export function placeIn(path: string, text: string, start: number, length: number): Position {
  const before = text.slice(0, start).split('\n');
  const column = before.at(-1)!.length;
  const line = text.split(/\r?\n/)[before.length - 1] ?? '';
  const shown = Math.max(1, Math.min(length, line.length - column));
  return { file: path, line: before.length, column: column + 1, length: shown, text: line };
}

/** A warning about a node of a file. */
export const problemAt = (node: ts.Node, code: string, message: string, help: string): Problem => ({
  ...warning(code, message, help),
  at: positionOf(node),
});

/** A problem with a node of a file that stops a command. */
export const errorAt = (node: ts.Node, code: string, message: string, help: string): Problem =>
  faultAt(node, problem(code, message, help));

/** A problem that was found without its place, at the node that has it. */
export const faultAt = (node: ts.Node, fault: Problem): Problem => ({
  ...fault,
  at: positionOf(node),
});

/** The position of a node in its file. */
export function positionOf(node: ts.Node): Position {
  const { fileName, text } = node.getSourceFile();
  const start = node.getStart();
  return placeIn(fileName, text, start, node.end - start);
}
