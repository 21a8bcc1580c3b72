import { formatCode } from '../format/format-code.js';

/** JSON in prettier's format: objects over several lines, and a list of plain values on one line if it fits. */
export function printJson(value: unknown, indent = '  '): string {
  const text = JSON.stringify(value, null, 2);
  const style = indent.startsWith('\t') ? { useTabs: true } : { tabWidth: indent.length };
  return formatCode(text, { parser: 'json', ...style }).trimEnd();
}
