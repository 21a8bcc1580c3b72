import { isDeepStrictEqual } from 'node:util';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person, Row } from '../naive/naive.js';
import type { Wrong } from './door.js';

/** Members that are the service's own words about a record, and not fields. */
const BESIDE = new Set(['_label']);

/**
 * Whether a record is just that of a row: the fields that the reader may read, no others, with the values that are stored, and links
 * to rows that they see. Computed values and labels are the project's own code: only that they are there is asked.
 */
export function wrongRecord(
  told: Readonly<Record<string, unknown>>,
  row: Row,
  { naive, actor, action, model }: Reading,
): Wrong | null {
  const readable = naive.readable(actor, action, model.name);
  const expected = naive.show(actor, action, model.name, row);
  const names = Object.keys(told).filter((name) => !BESIDE.has(name));
  const more = names.filter((name) => !readable.has(name));
  const less = [...readable].filter((name) => !(name in told));
  if (more.length + less.length > 0)
    return { expected: `fields ${[...readable].join(', ')}`, told: `fields ${names.join(', ')}` };
  const { fields } = naive.models[model.name]!;
  for (const { name, kind } of fields) {
    if (kind === 'computed' || !readable.has(name)) continue;
    const [one, other] = [told[name], expected[name]];
    const same = kind === 'link' ? isSameSet(one, other) : isDeepStrictEqual(one, other);
    if (!same)
      return {
        expected: `${name} ${JSON.stringify(other)}`,
        told: `${name} ${JSON.stringify(one)}`,
      };
  }
  return null;
}

export interface Reading {
  readonly naive: Naive;
  readonly actor: Person;
  readonly action: string;
  readonly model: ModelInfo;
}

const isSameSet = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) &&
  Array.isArray(other) &&
  isDeepStrictEqual([...(one as unknown[])].sort(), [...(other as unknown[])].sort());

/** The rows that a list shows an actor. */
export function listed(naive: Naive, actor: Person, model: string): readonly Row[] {
  const by = naive.as(actor, 'list', model);
  return naive.world[model]!.filter((row) => naive.sees(by, model, row));
}
