import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asText } from './read-tree.js';
import type { FileOps } from './file-ops.js';

/** Where a write keeps its new and old texts and its list of steps until it is done. */
export const WORK = '.crudgen/work';
export const JOURNAL = '.crudgen/journal.json';
/** What the last command did, for `undo`. */
export const LAST = '.crudgen/last.json';

/** One file of a write: its texts before and after; null where it is not there. */
export interface Step {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a write is about to do. While it exists the project may be half-written. */
export interface Journal {
  readonly steps: readonly Step[];
  /** Folders that the write makes, the outermost first. */
  readonly folders: readonly string[];
  /** The command line that asked for it. */
  readonly command?: string;
}

/** A file's text now; null where it is not there. */
export async function textNow(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    // Reading a folder does not say which.
    throw Object.assign(error, { path });
  });
  return bytes && (asText(bytes) ?? bytes.toString('latin1'));
}

/** Writes the journal in one step: from here on the write is under way. */
export async function writeJournal(root: string, journal: Journal, ops: FileOps): Promise<void> {
  const draft = join(root, WORK, 'journal');
  await ops.write(draft, JSON.stringify(journal));
  await ops.rename(draft, join(root, JOURNAL));
}

/** What the last command wrote; null where that is not known, or was taken back. */
export async function readLast(root: string): Promise<Journal | null> {
  const text = await textNow(join(root, LAST));
  return text === null ? null : (JSON.parse(text) as Journal);
}

/** The journal of a write that did not end; null where there is none. */
export async function readJournal(root: string): Promise<Journal | null> {
  const text = await textNow(join(root, JOURNAL));
  return text === null ? null : (JSON.parse(text) as Journal);
}
