import { join } from 'node:path';
import { refusal } from '../problem.js';
import { readContent } from './contents.js';
import type { FileOps } from './file-ops.js';

/** The new and old texts and the steps of a write in progress. */
export const WORK = '.crudgen/work';
export const JOURNAL = '.crudgen/journal.json';
/** The journal of the last command, for `undo`. */
export const LAST = '.crudgen/last.json';

/** Where the new text of a step waits, and the file as it was is kept, by the place of the step. */
export const newFile = (root: string, at: number): string => join(root, WORK, String(at));
export const oldFile = (root: string, at: number): string => join(root, WORK, `old-${at}`);

/** One file of a write: its contents before and after; null where it does not exist. */
export interface Step {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The file whose permissions it gets, unless it has its own. */
  readonly like?: string;
}

/** The steps of a write. While the journal exists, the project may be half-written. */
export interface Journal {
  readonly steps: readonly Step[];
  /** New folders, outermost first. */
  readonly folders: readonly string[];
  /** The command line. */
  readonly command?: string;
}

/** Writes the journal atomically: the write has begun. */
export async function writeJournal(root: string, journal: Journal, ops: FileOps): Promise<void> {
  const draft = join(root, WORK, 'journal');
  await ops.write(draft, JSON.stringify(journal));
  await ops.rename(draft, join(root, JOURNAL));
}

/** The journal of an interrupted write, or of the last command unless that was undone; else null. Refuses a damaged one. */
export async function readJournal(
  root: string,
  which: typeof JOURNAL | typeof LAST,
): Promise<Journal | null> {
  const text = await readContent(join(root, which));
  if (text === null) return null;
  try {
    return JSON.parse(text) as Journal;
  } catch {
    const help =
      which === LAST
        ? 'undo the last command with git, and delete this file'
        : 'compare the project with git, because a command may have been interrupted; then delete this file';
    throw refusal('journal', `${which} is damaged`, help);
  }
}
