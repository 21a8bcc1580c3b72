import { code, page, sentence, table } from '../markdown.js';
import type { Page } from '../page.js';
import { read } from '../repository.js';

interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Branch[];
}

/** Which command prints which part. */
interface Branch {
  readonly if?: { readonly properties: { readonly command: { readonly enum: readonly string[] } } };
  readonly then?: Schema;
}

/** The page of what `--json` prints, from its JSON Schema. */
export function jsonOutputPage(): Page {
  const schema = JSON.parse(read('templates/output.schema.json')) as Schema;
  const commands = new Map<string, readonly string[]>();
  for (const { if: when, then } of schema.allOf ?? [])
    if (then?.$ref !== undefined && when !== undefined)
      commands.set(nameOf(then.$ref), when.properties.command.enum);
  const text = page(
    '# Output for programs: --json',
    'With `--json`, every command prints one JSON document on stdout and nothing else there, whether the command succeeds, fails or is misspelt. Nothing is asked. The JSON Schema of all documents is in the package of crudgen (`templates/output.schema.json`), and `crudgen help json --json` prints it.',
    '## Keys of every document',
    keysOf(schema),
    ...Object.entries(schema.$defs ?? {}).flatMap(([name, one]) =>
      describe(name, one, commands.get(name)),
    ),
  );
  return { path: 'reference/json-output.md', text };
}

function describe(name: string, schema: Schema, commands: readonly string[] = []): string[] {
  const printed = commands.length > 0 ? [`Printed by ${commands.map(code).join(', ')}.`] : [];
  const about = schema.description === undefined ? [] : [sentence(schema.description)];
  const values = schema.properties === undefined ? [`Values: ${typeOf(schema)}.`] : [];
  const keys = schema.properties === undefined ? [] : [keysOf(schema)];
  return [`## ${name}`, [...about, ...printed, ...values].join(' '), ...keys];
}

const keysOf = ({ properties = {} }: Schema): string =>
  table(
    ['Key', 'Type', 'Meaning'],
    Object.entries(properties).map(([key, one]) => [code(key), typeOf(one), one.description ?? '']),
  );

function typeOf({ $ref, type, items, enum: values, const: only, anyOf }: Schema): string {
  if ($ref !== undefined) return `[${nameOf($ref)}](#${nameOf($ref)})`;
  if (only !== undefined) return code(JSON.stringify(only));
  if (values !== undefined) return values.map((one) => code(JSON.stringify(one))).join(', ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array' && items !== undefined) return `list of ${typeOf(items)}`;
  return [type ?? 'any'].flat().join(' or ');
}

const nameOf = (ref: string): string => ref.split('/').at(-1)!;
