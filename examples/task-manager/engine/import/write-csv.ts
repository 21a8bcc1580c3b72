import { cellText, type Cell } from './cells.js';

/** What spreadsheets know UTF-8 by. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A row of CSV (RFC 4180); an empty text is quoted, no value is not. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  const text = cellText(cell);
  if (text === null) return '';
  return text === '' || /[",\r\n]/.test(text) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
