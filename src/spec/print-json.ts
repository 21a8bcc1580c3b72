const WIDTH = 100;

/**
 * JSON as prettier formats it: objects over several lines, a list of plain values on one line if it fits into 100 columns.
 */
export function printJson(value: unknown, indent = '  '): string {
  return print(value, '', 0, indent);
}

/** `used` counts the columns of the line before the value, and the comma after it. */
function print(value: unknown, margin: string, used: number, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = margin + indent;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => print(item, inner, inner.length, indent))
    : Object.entries(value).map(([key, item], at, { length }) => {
        const name = `${JSON.stringify(key)}: `;
        const comma = at < length - 1 ? 1 : 0;
        return name + print(item, inner, inner.length + name.length + comma, indent);
      });
  if (items.length === 0) return `${open}${close}`;
  const isPlain = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  const line = `[${items.join(', ')}]`;
  if (isPlain && used + line.length <= WIDTH) return line;
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${margin}${close}`;
}
