import type { Database } from '../database/database.js';
import type { Crud } from '../model/records.js';

type Entity<T> = new () => T;

/** What a seed works with; all of it joins the seed's transaction. */
export interface SeedContext {
  /** The operations without rules: every model, row and field. */
  readonly system: Crud;
  /** The operations as a user may use them, by username. */
  as(username: string): Promise<Crud>;
  /**
   * Makes a row, or brings the one that has the same values in the fields of `key` to these values; gives its id. More than
   * one such row is an error.
   */
  upsert<T extends object>(
    entity: Entity<T>,
    key: readonly (keyof T & string)[],
    values: Partial<T> | Record<string, unknown>,
  ): Promise<number>;
  readonly database: Database;
  /** Says something to whoever runs the seed. */
  say(line: string): void;
}

/** Rows that a project cannot do without, or that help to try it. */
export interface Seed {
  /** By which it is remembered: under another name it runs again. */
  readonly name: string;
  readonly run: (context: SeedContext) => Promise<void> | void;
  /** Whether it runs with every `seed`, and not only once; what it does is to be done twice, as `upsert` can be. */
  readonly always: boolean;
}

/** A seed of the project's own: runs once on a database, all of it or nothing. */
export const defineSeed = (
  name: string,
  run: Seed['run'],
  { always = false }: { readonly always?: boolean } = {},
): Seed => ({ name, run, always });
