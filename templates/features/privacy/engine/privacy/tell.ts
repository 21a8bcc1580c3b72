import { changesOf } from './erase-person.js';
import type { Held } from './find-person.js';
import { personalColumns } from './personal-rules.js';
import { isTold, type PersonalTable } from './personal-tables.js';
import type { PersonRow } from './reach.js';

/** A place where a person is, and what erasing does there. */
export interface ToldPlace {
  /** A table, or a field that refers to the person. */
  readonly place: string;
  readonly rows: number;
  readonly becomes: string;
}

/** The places that have data of a person, with what becomes of it. */
export const placesOf = (held: Held): readonly ToldPlace[] => [
  ...erasedPlaces(held),
  ...ofModels(held.rows, keptIn),
  ...held.staying.map(({ place, rows: kept, reason }) => ({
    place,
    rows: kept.length,
    becomes: reason === null ? 'stay, and refer to nobody known' : `kept: ${reason}`,
  })),
];

/** The places from which erasing a person takes something away. */
export function erasedPlaces({ rows, links, tables, told }: Held): readonly ToldPlace[] {
  return [
    ...ofModels(rows, becomesOf),
    ...links.map(({ table, rows: count }) => ({ place: table, rows: count, becomes: 'removed' })),
    ...told.flatMap(({ table: { table: place }, deleted, rewritten }) => [
      ...(deleted.length > 0 ? [{ place, rows: deleted.length, becomes: 'deleted' }] : []),
      ...(rewritten.size > 0 ? [{ place, rows: rewritten.size, becomes: 'values taken out' }] : []),
    ]),
    ...tables.map(({ table: { table }, ids, erase, isWhole }) => ({
      place: table,
      rows: ids.length,
      becomes:
        erase === 'delete' || isWhole ? 'deleted' : `${Object.keys(erase).join(', ')} cleared`,
    })),
  ];
}

/** Rows of models by what becomes of them; a row of which nothing is left does not count. */
function ofModels(
  rows: readonly PersonRow[],
  wordsOf: (row: PersonRow) => readonly string[],
): readonly ToldPlace[] {
  const counts = new Map<string, ToldPlace>();
  for (const row of rows)
    for (const becomes of wordsOf(row)) {
      const place = row.model.table;
      const key = `${place} ${becomes}`;
      counts.set(key, { place, rows: (counts.get(key)?.rows ?? 0) + 1, becomes });
    }
  return [...counts.values()];
}

function becomesOf(row: PersonRow): readonly string[] {
  const { fate, values } = row;
  if (fate === 'deleted') return Object.keys(values).length > 0 ? ['deleted'] : [];
  const changes = changesOf(row).filter(({ column }) => column.derivedFrom === null);
  const words = [
    ...namesOf(
      changes.filter(({ value }) => value === null),
      'emptied',
    ),
    ...namesOf(
      changes.filter(({ value }) => value !== null),
      'replaced',
    ),
  ];
  return words.length > 0 ? [words.join('; ')] : [];
}

function keptIn({ model, fate, values }: PersonRow): readonly string[] {
  const kept = fate === 'erased' ? personalColumns(model) : [];
  return kept.flatMap(({ column, rule }) =>
    rule.way === 'keep' && values[column.name] != null ? [`${column.name} kept: ${rule.text}`] : [],
  );
}

const namesOf = (changes: ReturnType<typeof changesOf>, what: string): readonly string[] =>
  changes.length > 0 ? [`${changes.map(({ column }) => column.name).join(', ')} ${what}`] : [];

/** Places in columns. */
export function inColumns(places: readonly ToldPlace[]): readonly string[] {
  const counts = places.map(({ rows }) => (rows === 1 ? '1 row' : `${rows} rows`));
  const wide = Math.max(...places.map(({ place }) => place.length));
  const high = Math.max(...counts.map(({ length }) => length));
  return places.map(
    ({ place, becomes }, at) =>
      `  ${place.padEnd(wide)}  ${counts[at]!.padStart(high)}  ${becomes}`,
  );
}

/** Tables of features that do not say what they have of persons. */
export const unknownTables = (tables: readonly PersonalTable[]): readonly string[] =>
  tables.filter((table) => !isTold(table)).map(({ table }) => table);

/** The places in which a person remains once the database has nothing of them. */
export const ELSEWHERE = [
  'backups have the person until they age: erase again after each restore of one',
  'logs of the host, of proxies and of the service, and mails in mailboxes',
  'what webhooks, exports and API clients have taken elsewhere',
];
