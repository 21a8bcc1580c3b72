import type { Database } from '../database/database.js';
import type { Crud } from '../model/records.js';

type Entity<T> = new () => T;

/** What a seed receives; all of it joins the seed's transaction. */
export interface SeedContext {
  /** The operations without rules: every model, row and field. */
  readonly system: Crud;
  /** The operations of a user, by username. */
  as(username: string): Promise<Crud>;
  /**
   * Creates a row, or updates the one that has the same values in the fields of `key`; returns its id. Several such rows are
   * an error.
   */
  upsert<T extends object>(
    entity: Entity<T>,
    key: readonly (keyof T & string)[],
    values: Partial<T> | Record<string, unknown>,
  ): Promise<number>;
  readonly database: Database;
  /** Prints a line for whoever runs the seed. */
  say(line: string): void;
}

/** Rows that a project needs, or that help to try it out. */
export interface Seed {
  /** Recorded once run: under another name it runs again. */
  readonly name: string;
  readonly run: (context: SeedContext) => Promise<void> | void;
  /** Whether it runs with every `seed` instead of only once; it must then be idempotent, as `upsert` is. */
  readonly always: boolean;
}

/** A seed of the project's own: runs once per database, atomically. */
export const defineSeed = (
  name: string,
  run: Seed['run'],
  { always = false }: { readonly always?: boolean } = {},
): Seed => ({ name, run, always });
