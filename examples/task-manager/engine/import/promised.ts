import type { Row } from '../model/operations.js';
import type { Scalar } from '../model/where.js';

/** What stands for a record in JSON; null for one that was taken back, of which nothing does. */
export type PromisedKey = Scalar | null;

/** Finds what earlier rows of the file have written, by a field or as their label; `key` is what stands for one in JSON. */
export type FindPromised = (by: string, text: string, key: string) => readonly PromisedKey[];

/** A record that a check has written, and taken back with its chunk. */
export interface TakenBack {
  readonly record: Row;
  readonly isNew: boolean;
}

/** By what a file finds records of its own model, `label` among them, and what stands for one in JSON. */
export interface WaysToSelf {
  readonly ways: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** The records of the chunks of a check that were taken back, as later rows of the file would find them. */
export class Promised {
  readonly #ways: WaysToSelf;
  readonly #found = new Map<string, (Readonly<Record<string, Scalar>> | null)[]>();

  constructor(ways: WaysToSelf) {
    this.#ways = ways;
  }

  /** Whether later rows may refer to earlier ones at all. */
  get isAsked(): boolean {
    return this.#ways.ways.size > 0;
  }

  add(written: readonly TakenBack[]): void {
    const { ways, keys } = this.#ways;
    for (const { record, isNew } of written) {
      const kept = [...keys].map((key) => [key, record[key] as Scalar] as const);
      const one = isNew ? null : Object.fromEntries(kept);
      for (const way of ways) {
        const place = placeOf(way, String(record[way === 'label' ? '_label' : way]));
        const same = this.#found.get(place);
        if (same) same.push(one);
        else this.#found.set(place, [one]);
      }
    }
  }

  find(by: string, text: string, key: string): readonly PromisedKey[] {
    return (this.#found.get(placeOf(by, text)) ?? []).map((one) => one && one[key]!);
  }
}

const placeOf = (way: string, text: string): string => JSON.stringify([way, text]);
