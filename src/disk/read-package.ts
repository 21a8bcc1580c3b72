import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { list, type ReadEntry } from 'tar';
import { type Refusal, refusal } from '../problem.js';
import { type Tree, treeInOrder } from '../tree.js';
import { asText } from './read-tree.js';

/** Bytes of an unpacked package: many times the size of a feature, and little enough to hold in memory. */
const LARGEST = 32 * 1024 * 1024;

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
  if (found.isDirectory()) return readFolder(path, having);
  return readPacked(readFileSync(path), source);
}

/** The name of a package of npm that looks like a path. */
const NAMED = /^@[a-z0-9._-]+\/[a-z0-9._-]+$/;
const RELATIVE = 'paths are relative to the current folder or --cwd';

const LEFT_OUT = new Set(['node_modules', '.git']);

function readFolder(folder: string, having: string): PackageFiles {
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
  if (statSync(join(folder, having), { throwIfNoEntry: false })?.isFile() === true) read('');
  return { files: treeInOrder(files), others };
}

/** Reads the files below the first folder of a packed package, which is `package/` with npm. */
function readPacked(packed: Buffer, source: string): PackageFiles {
  const files = new Map<string, string>();
  const others: string[] = [];
  const read = (entry: ReadEntry): void => {
    if (entry.type === 'Directory') return void entry.resume();
    const path = entry.path.slice(entry.path.indexOf('/') + 1);
    const chunks: Buffer[] = [];
    entry.on('data', (chunk) => chunks.push(chunk));
    entry.on('end', () => {
      const text = /^(?:Old)?File$/.test(entry.type) ? asText(Buffer.concat(chunks)) : null;
      if (text === null) others.push(path);
      else files.set(path, text);
    });
  };
  try {
    const archive = gunzipSync(packed, { maxOutputLength: LARGEST });
    list({ sync: true, strict: true, onReadEntry: read }).end(archive);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(source) : noPackage(source, message);
  }
  return { files: treeInOrder(files), others };
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
    `\`${source}\` has more than ${LARGEST / 1024 / 1024} MB`,
    'pack only the files of the feature, with `files` in its package.json or with .npmignore',
  );
