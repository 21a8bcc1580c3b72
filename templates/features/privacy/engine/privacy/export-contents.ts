import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RowContents } from '../service/project.js';
import type { Held } from './find-person.js';
import { idsHeld } from './held-rows.js';
import type { PersonalTable } from './personal-tables.js';
import type { Place } from './stored-rows.js';
import type { TableId } from './table-ids.js';

/** The folder of contents, beside `person.json`. */
const FOLDER = 'files';

/** Rows whose content is the person's. */
export interface OwnedContents {
  readonly table: string;
  readonly ids: readonly TableId[];
}

/** The rows of tables whose content is the person's: of records about them, also of fields that are kept, and what they left unused. */
export async function ownedContents(
  { rows, staying, tables: found }: Held,
  tables: readonly PersonalTable[],
  place: Place,
): Promise<readonly OwnedContents[]> {
  const owners = [
    ...rows.filter(({ fate }) => fate !== 'unlinked'),
    ...staying.filter(({ reason }) => reason !== null).flatMap((one) => one.rows),
  ].map((row) => ({ ...row, fields: null }));
  const owned: OwnedContents[] = [];
  for (const one of tables) {
    const { table } = one;
    const ids = new Set(
      found.filter((of) => of.table === one && of.isWhole).flatMap((of) => of.ids),
    );
    for (const of of one.rows ?? [])
      if ('held' in of && of.whole)
        for (const id of await idsHeld(table, of.held, owners, place)) ids.add(id);
    if (ids.size > 0) owned.push({ table, ids: [...ids] });
  }
  return owned;
}

/** Writes contents into a folder beside an export. Returns their places in it by id; null where there is none that may leave. */
export async function writeContents(
  folder: string,
  owned: readonly OwnedContents[],
  contents: readonly RowContents[],
): Promise<Readonly<Record<string, string | null>>> {
  const places: Record<string, string | null> = {};
  const taken = new Set<string>();
  for (const { table, ids } of owned) {
    const source = contents.find((one) => one.table === table);
    for (const id of source ? ids : []) {
      const found = await source!.read(String(id));
      places[String(id)] = found && `${FOLDER}/${ownName(found.name, taken)}`;
      if (!found) continue;
      await mkdir(join(folder, FOLDER), { recursive: true, mode: 0o700 });
      const path = join(folder, places[String(id)]!);
      await pipeline(found.content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    }
  }
  return places;
}

/** Letters of a name, so that no file system finds it too long. */
const MOST = 60;

/** A name that every file system takes, and that no other file has: `contract.pdf`, `contract-2.pdf`. */
export function ownName(given: string, taken: Set<string>): string {
  const plain = given.normalize('NFC').replace(/[^\p{L}\p{N}._ -]/gu, '_');
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(plain) ?? [];
  const stem = [...plain.slice(0, plain.length - ending.length)].slice(0, MOST).join('');
  // Windows has devices of such names, and files that begin with a dot are hidden.
  const begin = stem
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(/^(con|prn|aux|nul|(com|lpt)\d)$/i, '_$1');
  for (let at = 1; ; at++) {
    const name = `${begin || 'file'}${at > 1 ? `-${at}` : ''}${ending}`;
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}
