import { folderOf, type Tree } from '../tree.js';

/** A declaration at the beginning of a line. */
const DECLARATION =
  /^(?<exported>export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (?<name>\w+)/gm;

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
 * The files of a render that declare what a developer has edited, where its own file no longer does: the nearest ones, below the
 * same folders. None where no declaration was edited, or its name is too common.
 */
export function placesNow({ key, was, yours }: LostPlace, next: Tree): readonly string[] {
  const mine = new Map(declarationsIn(yours).map(({ name, text }) => [name, text]));
  const edited = declarationsIn(was).filter(({ name, text }) => mine.get(name) !== text);
  if (edited.length === 0) return [];
  const places = [...next.keys()].filter(
    (path) => path !== key && declares(next.get(path)!, edited),
  );
  return nearest(key, places);
}

interface Declaration {
  readonly name: string;
  readonly isExported: boolean;
  /** Up to the next one. */
  readonly text: string;
}

function declarationsIn(text: string): readonly Declaration[] {
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

/** Those that share the most folders with a path, at least the first; none where these are too many. */
function nearest(key: string, places: readonly string[]): readonly string[] {
  for (let room = folderOf(key); room !== ''; room = folderOf(room.slice(0, -1))) {
    const found = places.filter((path) => path.startsWith(room));
    if (found.length > 0) return found.length > MOST ? [] : found.sort();
  }
  return [];
}
