import type { JsonValue } from '../model/model.js';
import type { Located } from './spec.js';
import type { Position, Problem } from '../problem.js';
import type { Locate } from './source.js';

/** What YAML, JSON and JSONC files have in common: values with their places. */
export type Node = ScalarNode | ListNode | MapNode;

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  readonly at: Position;
  /** Places inside the value's text; the whole value where its text holds escapes or line breaks. */
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

/** Takes note of one problem; parsing goes on, so that all of them are found at once. */
export type Report = (problem: Problem) => void;

/** The plain value of a node. */
export function plainValue(node: Node): JsonValue {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key.value, plainValue(value)]));
}

/** What a node is called in a message: "a number", "a list". */
export function kindOf(node: Node): string {
  if (node.kind === 'list') return 'a list';
  if (node.kind === 'map') return 'an object';
  if (node.value === null) return 'nothing';
  return { string: 'a string', number: 'a number', boolean: 'true or false' }[
    typeof node.value as 'string' | 'number' | 'boolean'
  ];
}
