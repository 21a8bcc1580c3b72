import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { list, type ReadEntry } from 'tar';
import { refusal } from '../problem.js';
import { type Tree, treeInOrder } from '../tree.js';
import { asText } from './read-tree.js';

/** Bytes: many times what a feature has, and far from what fills the memory. */
const LARGEST = 16 * 1024 * 1024;
const MOST_FILES = 2_000;

/** The text files of a package, and the paths of what is none: links, bytes. */
export interface PackageFiles {
  readonly files: Tree;
  readonly others: readonly string[];
}

/** Reads a folder, or a package as `npm pack` writes it; nothing of it is run or written to disk. */
export function readPackage(cwd: string, source: string): PackageFiles {
  const path = resolve(cwd, source);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw refusal(
      'no-package',
      `there is no folder or packed package \`${source}\``,
      'paths are relative to the current folder or --cwd; for the features of crudgen: crudgen features',
    );
  return found.isDirectory() ? readFolder(path) : readPacked(path, source);
}

const LEFT_OUT = new Set(['node_modules', '.git']);

function readFolder(folder: string): PackageFiles {
  const files = new Map<string, string>();
  const others: string[] = [];
  const read = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below + entry.name;
      if (LEFT_OUT.has(entry.name)) continue;
      const text = entry.isFile() ? asText(readFileSync(join(folder, path))) : null;
      if (entry.isDirectory()) read(`${path}/`);
      else if (text === null) others.push(path);
      else files.set(path, text);
    }
  };
  read('');
  return { files: treeInOrder(files), others };
}

/** What a packed package has below its first folder, `package/` with npm. */
function readPacked(path: string, source: string): PackageFiles {
  const entries: [path: string, entry: ReadEntry, chunks: Buffer[]][] = [];
  let size = 0;
  const onReadEntry = (entry: ReadEntry): void => {
    const chunks: Buffer[] = [];
    size += entry.size;
    if (size > LARGEST || entries.length >= MOST_FILES) throw tooLarge(source);
    entries.push([entry.path.replace(/^[^/]*\//, ''), entry, chunks]);
    entry.on('data', (chunk) => chunks.push(chunk));
  };
  try {
    list({ file: path, sync: true, strict: true, onReadEntry });
  } catch (error) {
    if (size > LARGEST || entries.length >= MOST_FILES) throw tooLarge(source);
    throw noPackage(source, (error as Error).message);
  }
  const files = new Map<string, string>();
  const others: string[] = [];
  for (const [place, { type }, chunks] of entries) {
    if (type === 'Directory') continue;
    const text = /^(?:Old)?File$/.test(type) ? asText(Buffer.concat(chunks)) : null;
    if (text === null) others.push(place);
    else files.set(place, text);
  }
  if (entries.length === 0) throw noPackage(source, 'it is empty');
  return { files: treeInOrder(files), others };
}

const noPackage = (source: string, why: string) =>
  refusal(
    'bad-package',
    `\`${source}\` is no packed package of npm: ${why}`,
    'write one with: npm pack',
  );

const tooLarge = (source: string) =>
  refusal(
    'large-package',
    `\`${source}\` has more than ${MOST_FILES} files or ${LARGEST / 1024 / 1024} MB`,
    'pack what the feature brings alone: `files` of its package.json, or .npmignore',
  );
