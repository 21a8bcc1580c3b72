import { folderOf, type Tree } from '../tree.js';

/** A declaration at the beginning of a line. */
const DECLARATION =
  /^(?<exported>export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (?<name>\w+)/gm;

/** A setting that is read, by the name of its variable, up to a line that closes a call. */
const SETTING = /\bread\(\s*'(?<name>[A-Z][A-Z\d_]*)'[^]*?(?:\)[,;]?\s*$|$(?![^]))/gm;

/** More places than these say nothing. */
const MOST = 2;

/** An edit of something that its file no longer declares. */
export interface LostPlace {
  /** The canonical path of the file. */
  readonly key: string;
  readonly was: string;
  readonly yours: string;
}

/**
 * The files of a render that have what a developer has edited, where its own file no longer does: of declarations the nearest
 * ones, below the same folders, and of settings all that read them. None where nothing of these was edited, or its name is too
 * common.
 */
export function placesNow(lost: LostPlace, next: Tree): readonly string[] {
  const { key, was, yours } = lost;
  const elsewhere = [...next.keys()].filter((path) => path !== key);
  const declared = editedIn(declarationsIn, was, yours);
  if (declared.length > 0)
    return nearest(
      key,
      elsewhere.filter((path) => declares(next.get(path)!, declared)),
    );
  const read = editedIn(settingsIn, was, yours);
  return few(elsewhere.filter((path) => reads(next.get(path)!, read)));
}

interface Named {
  readonly name: string;
  readonly text: string;
}

/** What of a text its developer has changed or removed. */
function editedIn<T extends Named>(
  partsIn: (text: string) => readonly T[],
  was: string,
  yours: string,
): readonly T[] {
  const mine = new Map(partsIn(yours).map(({ name, text }) => [name, text]));
  return partsIn(was).filter(({ name, text }) => mine.get(name) !== text);
}

const settingsIn = (text: string): readonly Named[] =>
  [...text.matchAll(SETTING)].map(([line, name = '']) => ({ name, text: line.trim() }));

/** Whether a text reads one of these settings. */
const reads = (text: string, edited: readonly Named[]): boolean =>
  edited.some(({ name }) => text.includes(`'${name}'`)) &&
  settingsIn(text).some(({ name }) => edited.some((one) => one.name === name));

interface Declaration extends Named {
  readonly isExported: boolean;
}

/** The declarations of a text, each up to the next one. */
export function declarationsIn(text: string): readonly Declaration[] {
  const found = [...text.matchAll(DECLARATION)];
  return found.map(({ index, groups }, at) => ({
    name: groups!['name']!,
    isExported: groups!['exported'] !== undefined,
    text: text.slice(index, found[at + 1]?.index).trim(),
  }));
}

/** Whether a text declares one of these: what was exported is so still. */
const declares = (text: string, edited: readonly Declaration[]): boolean =>
  edited.some(({ name }) => text.includes(` ${name}`)) &&
  declarationsIn(text).some(({ name, isExported }) =>
    edited.some((one) => one.name === name && (isExported || !one.isExported)),
  );

/** The places that share the most folders with a path, at least the first place; none where these are too many. */
function nearest(key: string, places: readonly string[]): readonly string[] {
  for (let room = folderOf(key); room !== ''; room = folderOf(room.slice(0, -1))) {
    const found = places.filter((path) => path.startsWith(room));
    if (found.length > 0) return few(found);
  }
  return [];
}

const few = (places: readonly string[]): readonly string[] =>
  places.length > MOST ? [] : places.toSorted();
