import { Ajv, type ErrorObject } from 'ajv';
import { didYouMean } from '../model/nearest.js';
import type { JsonValue } from '../model/model.js';
import { type Position, type Problem, problemsInOrder, Report } from '../problem.js';
import { kindOf, type Node, plainValue } from './node.js';
import { parseJson } from './parse-json.js';

/** The value of a manifest that is as its schema says, or what is wrong with it. */
export type ReadManifest =
  | { readonly value: JsonValue; readonly at: (pointer: string) => Position }
  | { readonly problems: readonly Problem[] };

/** Reads the manifest of a feature, JSON that may have comments, and checks it by its schema (`feature.schema.json`). */
export function readManifest(file: string, text: string, schema: object): ReadManifest {
  const report = new Report();
  const root = parseJson(file, text, report);
  if (root === null) return { problems: report.problems };
  const value = plainValue(root);
  const validate = new Ajv({ allErrors: true, verbose: true, strict: false }).compile(schema);
  const at = (pointer: string) => nodeAt(root, pointer).at;
  if (validate(value)) return { value, at };
  const problems = (validate.errors ?? []).flatMap((error) => problemOf(error, root));
  return { problems: problemsInOrder(problems) };
}

/** The parts of a JSON Schema that messages are made of. */
interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly enum?: readonly string[];
}

/** What is wrong at a place; nothing for what only sums up another error. */
function problemOf(error: ErrorObject, root: Node): Problem[] {
  const { keyword, instancePath, params } = error;
  const schema = error.parentSchema as Described;
  const node = nodeAt(root, instancePath);
  const make = (code: string, message: string, at: Position, help: string): Problem[] => [
    { code, message, at, help },
  ];
  const place = nameOf(instancePath);
  if (keyword === 'additionalProperties') {
    const key = params['additionalProperty'] as string;
    const known = Object.keys(schema.properties ?? {});
    const help = didYouMean(key, known, `known: ${known.join(', ')}`);
    return make('unknown-key', `\`${key}\` is not a key of ${place}`, keyAt(node, key), help);
  }
  if (keyword === 'required') {
    const key = params['missingProperty'] as string;
    const help = schema.properties?.[key]?.description ?? `write \`"${key}": ...\``;
    return make('missing-key', `${place} has no \`${key}\``, node.at, help);
  }
  if (keyword === 'type') {
    const message = `${place} must be ${KINDS[params['type'] as string] ?? String(params['type'])}, not ${kindOf(node)}`;
    return make('wrong-type', message, node.at, schema.description ?? 'write a value of this type');
  }
  if (keyword === 'propertyNames') {
    const key = params['propertyName'] as string;
    return make('bad-key', `\`${key}\` cannot be a key of ${place}`, keyAt(node, key), says(error));
  }
  // An error of a key is told with `propertyNames`, that of a condition with what it asks for.
  if (error.propertyName !== undefined || keyword === 'if') return [];
  const message = `${place} cannot be ${JSON.stringify(plainValue(node))}`;
  return make('bad-value', message, node.at, says(error));
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ string: 'a string', array: 'a list', object: 'an object' },
  ...{ boolean: 'true or false', integer: 'a whole number', number: 'a number' },
};

/** What may stand there. */
function says({ parentSchema, message = 'it is not allowed there' }: ErrorObject): string {
  const { description, enum: words } = parentSchema as Described;
  if (words !== undefined) return `write one of ${words.join(', ')}`;
  return description ?? message;
}

/** The steps of a JSON pointer (RFC 6901). */
const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** `/tables/audit/columns` -> `tables.audit.columns`. */
const nameOf = (pointer: string): string =>
  pointer === '' ? 'a feature' : `\`${stepsOf(pointer).join('.')}\``;

/** The value at a pointer, or as near to it as there is one. */
function nodeAt(root: Node, pointer: string): Node {
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
