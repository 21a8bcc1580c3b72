import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The files of a folder and what each imports, types included. */
export interface Rooms {
  readonly files: readonly string[];
  /** File -> the files and packages that it imports. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

/** Reads the imports of every module below some folders that are one in a project; paths are relative to it, packages as written. */
export function readRooms(folders: readonly string[]): Rooms {
  const placed = new Map(folders.flatMap(modulesIn));
  const files = [...placed.keys()].sort();
  const known = new Set(files);
  const resolve = (from: string, target: string): string => {
    if (!target.startsWith('.')) return target;
    const path = posix.normalize(posix.join(dirname(from), target)).replace(/\.(js|tsx?)$/, '');
    return [`${path}.ts`, `${path}.tsx`].find((file) => known.has(file)) ?? path;
  };
  return {
    files,
    imports: new Map(
      files.map((file) => [
        file,
        specifiers(readFileSync(placed.get(file)!, 'utf8')).map((to) => resolve(file, to)),
      ]),
    ),
  };
}

const modulesIn = (folder: string): [path: string, place: string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), join(folder, path)]);

function specifiers(text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\/|(?<![:'"`\\])\/\/.*$/gm, '');
  const found = code.matchAll(
    /(?:^|\n)(?:import|export)\s[^'";]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|import\('([^']+)'\)/g,
  );
  return [...found].map(([, from, bare, lazy]) => (from ?? bare ?? lazy)!);
}

/** The circles of files that import each other, one line each. */
export function circlesIn({ files, imports }: Rooms): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path))
      return void circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of files) visit(path, []);
  return circles;
}

/** The imports that go from a room to one that stands after it; of files in no room, all. */
export function upwardImports({ files, imports }: Rooms, order: readonly string[]): string[] {
  const placeOf = (path: string): number => order.indexOf(path.split('/')[0]!);
  return files.flatMap((from) =>
    (imports.get(from) ?? [])
      .filter((to) => files.includes(to) && placeOf(to) > placeOf(from))
      .map((to) => `${from} -> ${to}`),
  );
}

/** The rooms of a map in Markdown: the first cells of its table, in order. */
export const roomsOnMap = (markdown: string): string[] =>
  [...markdown.matchAll(/^\| `([\w.-]+)\/?` /gm)].map(([, name]) => name!);
