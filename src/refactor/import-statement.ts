/** The longest line of the code that crudgen writes, in columns. */
const WIDTH = 100;

/** `import { A, type B } from 'x';` as prettier writes it, names in the order given; of types alone after `import type`. */
export function importStatement(
  names: readonly string[],
  from: string,
  keyword: 'import' | 'import type' = 'import',
): string {
  const line = `${keyword} { ${names.join(', ')} } from '${from}';`;
  if (line.length <= WIDTH || names.length === 1) return line;
  return `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}
