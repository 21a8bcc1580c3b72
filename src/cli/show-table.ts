import stringWidth from 'string-width';
import type { Style } from './style.js';
import { displayText } from './display-text.js';

/** A table with a header; each column is as wide as its widest cell. */
export function showTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const cells = rows.map((row) => row.map((cell) => displayText(cell)));
  const widths = head.map((title, index) =>
    Math.max(...[title, ...cells.map((row) => row[index] ?? '')].map((text) => stringWidth(text))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat(widths[index]! - stringWidth(cell)),
      )
      .join('  ')
      .trimEnd();
  return [style.bold(line(head)), ...cells.map(line)].join('\n');
}
