import type { DatabasePlace } from '../disk/read-database.js';
import type { Skipped } from '../pull/skipped.js';

/** A database as a command line names it. */
export interface GivenDatabase {
  readonly place: DatabasePlace;
  /** What people read of it: never a password. */
  readonly shown: string;
  /** What no message may tell. */
  readonly secrets: readonly string[];
  /** What of a Prisma schema is no part of the database. */
  readonly skipped?: readonly Skipped[];
  /** Says in which file of several a part was left out, and in which line there. */
  readonly placed?: (skipped: Skipped) => Skipped;
  /** A schema alone: an empty database gets its tables from the first migration. */
  readonly hasNoRows?: true;
}

/** A text about a database, such as the URL that was typed, without what no message may tell. */
export const withoutSecrets = (text: string, { secrets }: Pick<GivenDatabase, 'secrets'>): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
