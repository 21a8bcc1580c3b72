import { test } from 'vitest';

let uuids = false;

/** Gives UUIDs as ids to the models of all services that the tests start or share from here on. */
export function useUuids(): void {
  uuids = true;
}

/** Whether models have UUIDs as their ids. */
export const hasUuids = (): boolean => uuids;

/** Marks a shared service whose models have UUIDs, behind its features. */
export const UUIDS = 'uuids';

/** An id that no record has. Tests know ids as numbers, whatever they are. */
export const noId = (): number =>
  uuids ? ('00000000-0000-4000-8000-000099999999' as unknown as number) : 99_999_999;

/** Ids that no record has. */
export const noIds = (count: number): (string | number)[] =>
  Array.from({ length: count }, (_, at) =>
    uuids ? `00000000-0000-4000-8000-0000${50_000_000 + at}` : 50_000_000 + at,
  );

/** A test of what only numbers are as ids: they are counted, added up and sent without quotes. */
export const testOfNumbers = (name: string, body: () => Promise<void>): void =>
  (uuids ? test.skip : test)(name, body);
