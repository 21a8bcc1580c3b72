import { cellText, type Cell } from './cells.js';

/** The mark by which spreadsheets know UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A row of CSV (RFC 4180); an empty text is quoted, no value is not. */
export const csvRow = (cells: readonly Cell[], separator = ','): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`;

function csvCell(cell: Cell, separator: string): string {
  const text = cellText(cell);
  if (text === null) return '';
  const isPlain = text === text.trim() && !/["\r\n]/.test(text) && !text.includes(separator);
  return text === '' || !isPlain ? `"${text.replaceAll('"', '""')}"` : text;
}
