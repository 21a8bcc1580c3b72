import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { commandName } from '../../src/cli/declare.js';
import { buildProgram } from '../../src/cli/program.js';
import { VERSION } from '../../src/version.js';

/** The file with the schema of `--json`. */
export const OUTPUT_SCHEMA = join(import.meta.dirname, '../../templates/output.schema.json');

/** A part of a JSON Schema. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly {
    readonly if?: { readonly properties: { readonly command: { readonly enum: string[] } } };
  }[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The schema of `--json` that ships. */
export const outputSchema = JSON.parse(readFileSync(OUTPUT_SCHEMA, 'utf8')) as Schema;

/** The schema without room for keys that it does not describe. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, $defs } = schema;
  const all = (some: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(some).map(([key, one]) => [key, closed(one)]));
  // The keys of a command have no type of their own: they complete those of the document.
  const isWhole = properties !== undefined && [schema.type].flat().includes('object');
  return {
    ...schema,
    ...(isWhole && { unevaluatedProperties: false }),
    ...(properties && { properties: all(properties) }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...($defs && { $defs: all($defs) }),
  };
}

interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly object[] | null;
}
type Ajv = new (options: object) => { compile(schema: unknown): Validator };
const { default: Ajv } = createRequire(import.meta.url)('ajv/dist/2020.js') as { default: Ajv };
const validate = new Ajv({ allErrors: true, strict: false }).compile(closed(outputSchema));

/** What of a document the schema does not describe; empty where it is as the schema says. */
export const misfits = (document: unknown): readonly object[] =>
  validate(document) ? [] : (validate.errors ?? []);

/** The commands that the schema describes. */
export const describedCommands = (): string[] =>
  (outputSchema.allOf ?? []).flatMap((one) => one.if?.properties.command.enum ?? []);

/** Every command that can be run, hidden ones included. */
export function declaredCommands(): string[] {
  const leaves = (command: CommandUnknownOpts): string[] =>
    command.commands.length === 0 ? [commandName(command)!] : command.commands.flatMap(leaves);
  return leaves(buildProgram(VERSION, () => Promise.resolve()));
}
