/** Cells that a spreadsheet would run as a formula start with one of these, also in full width. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** A table as CSV (RFC 4180); text that a spreadsheet would take for a formula gets a leading apostrophe. */
export function toCsv(header: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [header, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

/** One cell: numbers and booleans as they are, text defused and quoted where it must be. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return quote(FORMULA_START.test(text) ? `'${text}` : text);
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
