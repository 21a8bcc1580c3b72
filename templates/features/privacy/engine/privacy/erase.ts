import type { Database } from '../database/database.js';
import type { ServiceParts } from '../service/project.js';
import { StartRefused } from '../settings/settings.js';
import { clearContents, contentsOf } from './contents.js';
import { erasePerson } from './erase-person.js';
import type { Held } from './find-person.js';
import type { Place } from './stored-rows.js';
import { erasedPlaces } from './tell.js';
import { waitForWriters } from './wait-for-writers.js';

/** What an erasure has done. */
export interface Erasure {
  /** What it has found at first. */
  readonly erased: Held;
  /** What it should have taken away, and could not: a sentence each. */
  readonly left: readonly string[];
  /** What stays in files of the database. */
  readonly notes: readonly string[];
}

/** Finds the person, and once more by what they were: the name by which they were named may be gone. */
type Find = (place: Place, before?: Held) => Promise<Held>;

/** As if transactions ran one after another: what is erased is what there is then. */
const OPTIONS = { name: 'the erasure of a person', isolation: 'serializable' } as const;

/** How often what others have written meanwhile is erased. */
const TURNS = 5;

/** What is not known of a transaction that does not end. */
const STILL_OPEN =
  'what a transaction writes that refers to the person and has not ended yet: erase again when it has';

/**
 * Erases a person, and then looks again: a request that was under way may have stored something of them once the transaction had
 * looked there. The look waits for those that have not ended yet.
 */
export async function erase(
  find: Find,
  parts: ServiceParts,
  { clean }: { readonly clean: boolean },
): Promise<Erasure> {
  const { database } = parts;
  const { dialect } = database;
  const contents = contentsOf(parts);
  const remove = (before?: Held) =>
    database.write(async (session) => {
      const held = await find({ session, dialect }, before);
      await erasePerson(held, database, { session, dialect });
      return held;
    }, OPTIONS);
  const left: string[] = [];
  let notes: readonly string[] = [];
  const finish = async (held: Held): Promise<void> => {
    left.push(...(await clearContents(contents, held)));
    if (clean) notes = await cleanDisk(database, held);
  };
  const erased = await remove();
  await finish(erased);
  for (let before = erased, turn = 0; ; turn++) {
    if (!(await waitForWriters(before.rows, database))) left.push(STILL_OPEN);
    const now = await database.read((session) => find({ session, dialect }, before), {});
    if (erasedPlaces(now).length === 0) break;
    if (turn === TURNS || now.obstacles.length > 0) {
      left.push(...writtenSince(now));
      break;
    }
    const again = await remove(before).catch(isLeft);
    if (again) await finish(again);
    before = now;
  }
  return { erased, left: [...new Set(left)], notes };
}

/** What keeps the person from being erased again is told after the next look. */
function isLeft(error: unknown): null {
  if (error instanceof StartRefused) return null;
  throw error;
}

/** What others go on to write of the person. */
const writtenSince = (held: Held): readonly string[] => [
  ...erasedPlaces(held).map(
    ({ place, rows }) =>
      `what others have written to ${place} since (rows: ${rows}): stop them, then erase again`,
  ),
  ...held.obstacles,
];

/** Takes what was erased from the files of the database; returns what stays in them. */
async function cleanDisk(
  database: Database,
  { rows, tables, told }: Held,
): Promise<readonly string[]> {
  const touched = [
    ...rows.map(({ model }) => model.table),
    ...[...tables, ...told].map(({ table }) => table.table),
  ];
  const { clean } =
    database.dialect.name === 'sqlite'
      ? await import('../database/sqlite/clean-file.js')
      : await import('../database/postgres/clean-tables.js');
  return clean(database, [...new Set(touched)]);
}
