import { test } from 'vitest';

/** What the models of examples have as their ids; numbers, unless a suite says otherwise. */
export const KINDS = ['uuids', 'public', 'texts', 'parts'] as const;
export type Kind = (typeof KINDS)[number];

let kind: Kind | undefined;

/** Gives ids of this kind to the models of all services that the tests start or share from here on. */
export function useIds(of: Kind): void {
  kind = of;
}

/** The ids of models; undefined where they are numbers. */
export const kindOfIds = (): Kind | undefined => kind;

/** Whether clients give the ids. */
export const hasGivenIds = (): boolean => kind === 'texts' || kind === 'parts';

/** An id that no record has. Tests know ids as numbers, whatever they are. Models to which others refer have numbers beside parts. */
export const noId = (): number => noIds(1)[0] as number;

/** Ids that no record has. */
export const noIds = (count: number): (string | number)[] =>
  Array.from({ length: count }, (_, at) => {
    const number = 50_000_000 + at;
    if (kind === 'uuids' || kind === 'public') return `00000000-0000-4000-8000-0000${number}`;
    return kind === 'texts' ? keyOf(`${number}`.padStart(20, '0')) : number;
  });

/** A test of what only numbers are as ids: they are counted, added up and sent without quotes. */
export const testOfNumbers = (name: string, body: () => Promise<void>): void =>
  (kind ? test.skip : test)(name, body);

/** A test of ids that the service makes: where clients give them, the same is asked in other words (keys.test.ts). */
export const testOfMadeIds = (name: string, body: () => Promise<void>): void =>
  (hasGivenIds() ? test.skip : test)(name, body);

/** A key of no other record. */
export function newKey(): string {
  count += 1;
  return keyOf(`${Date.now() * 1000 + count}${process.pid}`.padEnd(20, '0').slice(0, 20));
}
let count = 0;

/** What a URL, a list or a statement would read as something else, behind a letter, and 20 digits. */
const keyOf = (stamp: string): string => `k${stamp}/%2F é+'&x`;
