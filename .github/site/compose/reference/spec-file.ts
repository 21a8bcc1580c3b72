import { block, code, page, sentence, table } from '../markdown.js';
import type { Page } from '../page.js';
import { askCrudgen, read } from '../repository.js';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** The page of spec files: an example with every kind of entry, what to know, and the keys of the JSON Schema. */
export function specFilePage(): Page {
  const help = askCrudgen<{ readonly text: string }>('help', 'spec').text;
  const [intro = '', yaml = '', ...notes] = help.split('\n\n');
  const schema = JSON.parse(read('templates/crudgen.schema.json')) as Schema;
  const part = (name: string): Schema => schema.definitions?.[name] ?? {};
  const text = page(
    '# Spec files',
    sentence(intro),
    block('yaml', yaml),
    '## Rules',
    linesOf(notes.join('\n'))
      .map((line) => `- ${line}`)
      .join('\n'),
    'The words of a field are in [Field types and modifiers](./field-types.md).',
    '## Keys of the file',
    keysOf(schema),
    '## Keys of a model',
    keysOf(part('model')),
    '## Keys of a field in the object form',
    `A field is one text, or an object with ${code('type')} and the modifiers as keys.`,
    keysOf(part('object')),
  );
  return { path: 'reference/spec-file.md', text };
}

/** Sentences of the help, each in a line: one that ends without its full stop goes on in the next. */
function linesOf(notes: string): string[] {
  const lines: string[] = [];
  for (const line of notes.split('\n')) {
    const last = lines.at(-1);
    if (
      last !== undefined &&
      /[,a-z]$/.test(last) &&
      /^[a-z]/.test(line) &&
      !line.startsWith('crudgen')
    )
      lines[lines.length - 1] = `${last} ${line}`;
    else lines.push(line);
  }
  return lines.map((line) => (line.startsWith('crudgen ') ? code(line) : line));
}

function keysOf({ properties = {} }: Schema): string {
  const rows = Object.entries(properties).map(([key, { description = '' }]) => [
    code(key),
    description,
  ]);
  if (rows.length === 0) throw new Error('a part of the schema of spec files has no keys');
  return table(['Key', 'Meaning'], rows);
}
