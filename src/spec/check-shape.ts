import { Ajv, type ErrorObject } from 'ajv';
import { didYouMean, nearest } from '../model/nearest.js';
import { once } from '../once.js';
import type { Position, Problem } from '../problem.js';
import { kindOf, type Node, plainValue } from './node.js';

/** A JSON Schema, by the parts from which messages are made. */
export interface Schema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
  readonly type?: string;
  readonly items?: Schema;
  readonly default?: unknown;
}

/** The words of a kind of document that its schema does not have. */
export interface Wording {
  /** The document itself: `a feature`. */
  readonly whole: string;
  /** Keys by the names that people use for them elsewhere. */
  readonly synonyms?: ReadonlyMap<string, string>;
  /** Codes of problems by a type that is expected, a key that is missing, or a keyword of JSON Schema. */
  readonly codes?: Readonly<Record<string, string>>;
}

/** Compares a document with its JSON Schema, and reports each place that does not fit, with what to write there. */
export function checkShape(root: Node, schema: object, wording: Wording): Problem[] {
  const validate = validatorOf(schema);
  if (validate(plainValue(root))) return [];
  const errors = validate.errors ?? [];
  return errors
    .filter((error) => !isRepeated(error, errors))
    .map((error) => misspelt(error, root, schema) ?? problemOf(error, root, wording));
}

const validatorOf = once((schema: object) =>
  new Ajv({ allErrors: true, verbose: true, strict: false }).compile(schema),
);

/** Whether another error describes the mistake better: Ajv also reports each alternative of a value, and their sum. */
function isRepeated(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  const { keyword, instancePath: path, schemaPath, propertyName } = error;
  if (propertyName !== undefined || keyword === 'if' || schemaPath.includes('/oneOf/')) return true;
  if (KEYS_APART.has(keyword)) return false;
  const isBetter = (one: ErrorObject): boolean =>
    one.instancePath.startsWith(`${path}/`) ||
    (one.instancePath === path && KEYS_APART.has(one.keyword));
  if (keyword === 'anyOf') return errors.some(isBetter);
  if (keyword === 'oneOf') return errors.some((one) => isUnknownKey(one, path));
  return errors.some((one) => one.keyword === 'anyOf' && one.instancePath === path);
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** Errors of single keys, which stand for themselves. */
const KEYS_APART = new Set(['additionalProperties', 'required']);

const isUnknownKey = ({ keyword, instancePath }: ErrorObject, path: string): boolean =>
  keyword === 'additionalProperties' && instancePath === path;

/** A known key with a typo, which the schema takes for a key that authors choose, such as the name of a role. */
function misspelt(error: ErrorObject, root: Node, schema: object): Problem | null {
  const { properties = {} } = schemaAround(schema, error.parentSchema) ?? {};
  const steps = error.instancePath.split('/');
  const key = stepsOf(error.instancePath).at(-1) ?? '';
  const near = error.keyword === 'type' ? nearest(key, Object.keys(properties)) : null;
  if (near === null) return null;
  const above = steps.slice(0, -1).join('/');
  const message = `\`${key}\` is not a key of \`${stepsOf(above).join('.')}\``;
  const at = keyAt(nodeAt(root, above), key);
  return { code: 'unknown-key', message, at, help: `did you mean \`${near}\`?` };
}

/** The schema of an object whose other keys have a schema. */
function schemaAround(schema: unknown, others: unknown): Schema | null {
  if (typeof schema !== 'object' || schema === null) return null;
  if ('additionalProperties' in schema && schema.additionalProperties === others)
    return schema as Schema;
  for (const inner of Object.values(schema)) {
    const found = schemaAround(inner, others);
    if (found !== null) return found;
  }
  return null;
}

function problemOf(error: ErrorObject, root: Node, wording: Wording): Problem {
  const { keyword, instancePath, params } = error;
  const node = nodeAt(root, instancePath);
  const schema = error.parentSchema as Schema;
  const { whole, synonyms, codes = {} } = wording;
  const place = instancePath === '' ? whole : `\`${stepsOf(instancePath).join('.')}\``;
  const problem = (code: string, message: string, at: Position, help: string): Problem => ({
    ...{ code, message, at, help },
  });
  if (keyword === 'additionalProperties') {
    const key = params['additionalProperty'] as string;
    const known = Object.keys(schema.properties ?? {});
    const meant = synonyms?.get(key) ?? key;
    const help = didYouMean(meant, known, `known: ${known.join(', ')}`);
    return problem('unknown-key', `\`${key}\` is not a key of ${place}`, keyAt(node, key), help);
  }
  if (keyword === 'required') {
    const key = params['missingProperty'] as string;
    const { description, examples: [example] = [] } = schema.properties?.[key] ?? {};
    const written = `write \`${key}: ${example === undefined ? '...' : JSON.stringify(example)}\``;
    const help = example === undefined ? (description ?? written) : written;
    return problem(codes[key] ?? 'missing-key', `${place} has no \`${key}\``, node.at, help);
  }
  if (keyword === 'type') {
    const types = [params['type'] as string | readonly string[]].flat();
    const message = `${place} must be ${types.map((one) => KINDS[one] ?? one).join(' or ')}, not ${kindOf(node)}`;
    const help = helpForType(types, node, error);
    return problem(
      (types.length === 1 && codes[types[0]!]) || 'wrong-type',
      message,
      node.at,
      help,
    );
  }
  if (keyword === 'propertyNames') {
    const key = params['propertyName'] as string;
    const message = `\`${key}\` cannot be a key of ${place}`;
    return problem('bad-key', message, keyAt(node, key), helpFor(error));
  }
  const message = `${place} cannot be ${JSON.stringify(plainValue(node))}`;
  return problem(codes[keyword] ?? 'bad-value', message, node.at, helpFor(error));
}

/** How to write a value as a string, or as a list with one string; else an example. */
function helpForType(types: readonly string[], node: Node, error: ErrorObject): string {
  const { items } = error.parentSchema as Schema;
  const text = node.kind === 'scalar' && node.value !== null ? String(node.value) : '';
  if (types.includes('string') && text !== '') {
    const { column, length, text: line } = node.at;
    return `quote it: "${line.slice(column - 1).slice(0, length)}"`;
  }
  if (types.includes('array') && items?.type === 'string' && text !== '' && keyOf(error) !== '')
    return `write \`${keyOf(error)}[${text}]\``;
  return helpFor(error);
}

/** The key of the value that is wrong: `label: `; empty in a list. */
function keyOf({ instancePath }: ErrorObject): string {
  const key = stepsOf(instancePath).at(-1) ?? '';
  return /^\d*$/.test(key) ? '' : `${key}: `;
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ string: 'a string', array: 'a list', object: 'an object' },
  ...{ boolean: 'true or false', integer: 'a whole number', number: 'a number' },
};

/** What to write at a place: an example, one of its values, or any value that its description allows. */
function helpFor(error: ErrorObject): string {
  const { description, enum: words, examples = [], default: usual } = error.parentSchema as Schema;
  const [example] = isChoice(error) ? [] : examples;
  const absent = usual === undefined ? '' : `, or leave it out for ${String(usual)}`;
  if (example !== undefined) return `write \`${keyOf(error)}${JSON.stringify(example)}\`${absent}`;
  if (words !== undefined) return `write one of ${words.join(', ')}`;
  return description ?? error.message ?? '';
}

/** The steps of a JSON pointer (RFC 6901). */
const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a pointer, or the nearest value above it that the document has. */
export function nodeAt(root: Node, pointer: string): Node {
  let node = root;
  for (const step of stepsOf(pointer)) {
    const next: Node | undefined =
      node.kind === 'list'
        ? node.items[Number(step)]
        : node.kind === 'map'
          ? node.entries.find(({ key }) => key.value === step)?.value
          : undefined;
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

const keyAt = (node: Node, name: string): Position =>
  (node.kind === 'map' && node.entries.find(({ key }) => key.value === name)?.key.at) || node.at;
