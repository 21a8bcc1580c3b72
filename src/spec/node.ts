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

/** The text of an entry with its place; null if the entry is missing or is not a non-empty string. */
export function textOf(entry: Entry | undefined): Located<string> | null {
  const text = textIn(entry?.value ?? null);
  return text === null ? null : { value: text, at: entry!.value.at };
}

/** The entries of a map; none of any other value. */
export const entriesOf = (node: Node | undefined): readonly Entry[] =>
  node?.kind === 'map' ? node.entries : [];

/** The entry of a map with a key. */
export const entryOf = (node: Node | undefined, name: string): Entry | undefined =>
  entriesOf(node).find(({ key }) => key.value === name);

/** The items of a list; none of any other value. */
export const itemsOf = (node: Node | undefined): readonly Node[] =>
  node?.kind === 'list' ? node.items : [];

/** The strings in a list, with their places. */
export const textsIn = (node: Node): Located<string>[] =>
  itemsOf(node).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string'
      ? [{ value: item.value, at: item.at }]
      : [],
  );

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
