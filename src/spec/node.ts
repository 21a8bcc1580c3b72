import type { JsonValue } from '../model/model.js';
import type { Located } from './spec.js';
import type { Position, Report } from '../problem.js';
import type { Locate } from './source.js';

/** Deeper than any spec needs; reading is recursive. */
export const MAX_DEPTH = 64;
/** Message and help for values that are nested deeper. */
export const TOO_DEEP = [
  'values are nested too deeply',
  'a spec contains models, fields and their settings',
] as const;

/** A value of a YAML, JSON or JSONC file with its place. */
export type Node = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly at: Position;
  /** Places inside the value's text; the whole value where it has escapes or line breaks. */
  readonly locate: Locate;
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Node[];
  readonly at: Position;
}

export interface MapNode {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
  readonly at: Position;
}

export interface Entry {
  readonly key: Located<string>;
  readonly value: Node;
}

/** A node without places inside its text. */
export const scalarAt = (value: ScalarNode['value'], at: Position): ScalarNode => ({
  kind: 'scalar',
  value,
  at,
  locate: () => at,
});

/** The plain value of a node. */
export function plainValue(node: Node): JsonValue {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key.value, plainValue(value)]));
}

/** Whether a node is empty in YAML, or null. */
export const isNothing = (node: Node): boolean => node.kind === 'scalar' && node.value === null;

/** The text of a node that is a non-empty string; else null. */
export const textIn = (node: Node | null): string | null =>
  node?.kind === 'scalar' && typeof node.value === 'string' && node.value !== ''
    ? node.value
    : null;

/** The text of an entry; null without one, and after reporting something else with what to write instead. */
export function entryText(
  entry: Entry | undefined,
  report: Report,
  helpFor = ({ key }: Entry): string => `write \`${key.value}: "..."\``,
): Located<string> | null {
  if (entry === undefined) return null;
  const { key, value } = entry;
  const text = textIn(value);
  if (text !== null) return { value: text, at: value.at };
  const message = `\`${key.value}\` must be a string, not ${kindOf(value)}`;
  return report.error('not-a-string', message, value.at, helpFor(entry));
}

/** The kind of a node for messages: "a number", "a list". */
export function kindOf(node: Node): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'an object';
  if (node.value === null) return 'null';
  if (node.value === '') return 'an empty string';
  return typeof node.value === 'boolean' ? 'a boolean' : `a ${typeof node.value}`;
}

/** The node as a map; null after reporting what belongs there. */
export function mapOf(node: Node, what: string, belongs: string, report: Report): MapNode | null {
  if (node.kind === 'map') return node;
  const message = `${what} must contain ${belongs}, not ${kindOf(node)}`;
  return report.error('not-an-object', message, node.at, `write ${belongs}`);
}

/** The entries of a map without repeated keys, which are reported. */
export function uniqueEntries(
  map: Pick<MapNode, 'entries'>,
  code: string,
  what: string,
  report: Report,
): Entry[] {
  const lines = new Map<string, number>();
  return map.entries.filter(({ key: { value, at } }) => {
    const first = lines.get(value);
    const help = `rename or remove one of them; the first is on line ${first}`;
    if (first === undefined) lines.set(value, at.line);
    else report.error(code, `the ${what} \`${value}\` is repeated`, at, help);
    return first === undefined;
  });
}

/** Reports an unknown key. */
export function reportKey(key: Located<string>, what: string, help: string, report: Report): void {
  report.error('unknown-key', `\`${key.value}\` is not a key of ${what}`, key.at, help);
}
