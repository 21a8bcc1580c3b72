import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { type Refusal, refusal } from '../problem.js';
import { type Tree, treeInOrder } from '../tree.js';
import { asText } from './read-tree.js';

/** Bytes, packed and unpacked: many times what a feature has, and far from what fills the memory. */
const LARGEST = 16 * 1024 * 1024;
const MOST_FILES = 2_000;

/** The text files of a package, and the paths of what is none: links, bytes. */
export interface PackageFiles {
  readonly files: Tree;
  readonly others: readonly string[];
}

/**
 * Reads a folder that has some file, or a package as `npm pack` writes it; nothing of it is run or written to disk. A folder
 * without that file, which may be anything, is not read.
 */
export function readPackage(cwd: string, source: string, having: string): PackageFiles {
  const path = resolve(cwd, source);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw refusal(
      'no-package',
      `there is no folder or packed package \`${source}\``,
      NAMED.test(source)
        ? `for a package from the npm registry: npm pack ${source}, then: crudgen add ./<file>.tgz; ${RELATIVE}`
        : `${RELATIVE}; for the features of crudgen: crudgen features`,
    );
  const limits = new Limits(source);
  if (found.isDirectory()) return readFolder(path, having, limits);
  limits.count(found.size);
  return readPacked(readFileSync(path), source);
}

/** The name of a package of npm that looks like a path. */
const NAMED = /^@[a-z0-9._-]+\/[a-z0-9._-]+$/;
const RELATIVE = 'paths are relative to the current folder or --cwd';

/** Refuses a package that has too much. */
class Limits {
  #files = 0;
  #bytes = 0;

  constructor(readonly source: string) {}

  count(bytes: number): void {
    this.#files += 1;
    this.#bytes += bytes;
    if (this.#files > MOST_FILES || this.#bytes > LARGEST) throw tooLarge(this.source);
  }
}

const LEFT_OUT = new Set(['node_modules', '.git']);

function readFolder(folder: string, having: string, limits: Limits): PackageFiles {
  const files = new Map<string, string>();
  const others: string[] = [];
  const read = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below + entry.name;
      if (LEFT_OUT.has(entry.name)) continue;
      const place = join(folder, path);
      if (entry.isFile()) limits.count(statSync(place).size);
      const text = entry.isFile() ? asText(readFileSync(place)) : null;
      if (entry.isDirectory()) read(`${path}/`);
      else if (text === null) others.push(path);
      else files.set(path, text);
    }
  };
  if (statSync(join(folder, having), { throwIfNoEntry: false })?.isFile() === true) read('');
  return { files: treeInOrder(files), others };
}

/** What a packed package has below its one folder, `package/` with npm. */
function readPacked(packed: Buffer, source: string): PackageFiles {
  const entries = entriesIn(unpacked(packed, source), source);
  const roots = new Set(entries.map(({ path }) => path.split('/', 1)[0]));
  if (roots.size !== 1) throw noPackage(source, 'its files are not all in one folder');
  const files = new Map<string, string>();
  const others: string[] = [];
  for (const { path: whole, type, bytes } of entries) {
    if (type === 'Directory') continue;
    const path = whole.slice(whole.indexOf('/') + 1);
    if (files.has(path)) throw noPackage(source, `it contains ${path} twice`);
    const text = /^(?:Old)?File$/.test(type) ? asText(bytes) : null;
    if (text === null) others.push(path);
    else files.set(path, text);
  }
  return { files: treeInOrder(files), others };
}

function unpacked(packed: Buffer, source: string): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: 2 * LARGEST });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(source) : noPackage(source, message);
  }
}

interface PackedEntry {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
}

function entriesIn(archive: Buffer, source: string): readonly PackedEntry[] {
  const found: [entry: ReadEntry, chunks: Buffer[]][] = [];
  const wrong: Error[] = [];
  const limits = new Limits(source);
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      const chunks: Buffer[] = [];
      limits.count(entry.size);
      found.push([entry, chunks]);
      entry.on('data', (chunk) => chunks.push(chunk));
    },
  });
  parser.on('error', (error: Error) => wrong.push(error));
  parser.end(archive);
  const [error] = wrong;
  if (error !== undefined) throw noPackage(source, error.message);
  if (found.length === 0) throw noPackage(source, 'it is empty');
  return found.map(([{ path, type }, chunks]) => ({ path, type, bytes: Buffer.concat(chunks) }));
}

const noPackage = (source: string, why: string): Refusal =>
  refusal(
    'bad-package',
    `\`${source}\` is not a package made by npm pack: ${why}`,
    'make a package with: npm pack',
  );

const tooLarge = (source: string): Refusal =>
  refusal(
    'large-package',
    `\`${source}\` has more than ${MOST_FILES} files or ${LARGEST / 1024 / 1024} MB`,
    'pack only the files of the feature, with `files` in its package.json or with .npmignore',
  );
