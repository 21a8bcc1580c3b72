import { rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, warning } from '../problem.js';
import { bytesOf, readContent } from './contents.js';
import { fileOps, type FileOps, modeOf } from './file-ops.js';
import { JOURNAL, LAST, oldFile, readJournal, WORK, type Journal, type Step } from './journal.js';

/** Restores one file, unless it was changed since: the very file where it was kept, which needs no room on the disk. */
async function undoStep(
  root: string,
  [at, { path, before, after }]: readonly [at: number, step: Step],
  ops: FileOps,
): Promise<Problem | null> {
  const full = join(root, path);
  const now = await readContent(full);
  if (now === before) return null;
  if (now !== after) {
    const message = `${path} was changed after an interrupted command, so crudgen leaves it as it is`;
    return warning('changed-since', message);
  }
  const kept = oldFile(root, at);
  if (before === null) await ops.remove(full);
  else if ((await readContent(kept)) === before) await ops.rename(kept, full);
  else {
    const mode = await modeOf(full);
    const temporary = join(root, WORK, 'undo');
    await ops.makeFolder(join(root, WORK));
    await ops.write(temporary, bytesOf(path, before), mode);
    await ops.rename(temporary, full);
  }
  return null;
}

/**
 * Rolls back a write, last step first; steps already rolled back are skipped. One that fails keeps no other from it: then the journal
 * stays, for the next command to go on, and the first failure is thrown.
 */
export async function rollBack(root: string, journal: Journal, ops: FileOps): Promise<Problem[]> {
  const problems: Problem[] = [];
  const failures: unknown[] = [];
  for (const step of [...journal.steps.entries()].reverse()) {
    const problem = await undoStep(root, step, ops).catch((error: unknown) => {
      failures.push(error);
      return null;
    });
    if (problem) problems.push(problem);
  }
  if (failures.length > 0) throw failures[0];
  for (const folder of journal.folders.toReversed())
    await rmdir(join(root, folder)).catch(() => undefined);
  await finishWrite(root, ops);
  return problems;
}

/** Ends a write by deleting its journal, or keeping it for `undo`, then its work files. */
export async function finishWrite(root: string, ops: FileOps, keep = false): Promise<void> {
  if (keep) await ops.rename(join(root, JOURNAL), join(root, LAST));
  else await ops.remove(join(root, JOURNAL));
  // The write is done. What may be left of its work, the next command removes.
  await ops.removeFolder(join(root, WORK)).catch(() => undefined);
}

/** Rolls back what a killed command left half-written. Runs under the lock, before anything is read. */
export async function recover(root: string, ops: FileOps = fileOps): Promise<Problem[]> {
  const journal = await readJournal(root, JOURNAL);
  if (journal) {
    const problems = await rollBack(root, journal, ops);
    const message =
      problems.length === 0
        ? 'crudgen rolled back an interrupted command: the project is as it was before'
        : 'crudgen rolled back an interrupted command, except in files that have changed since (see `git diff`)';
    return [warning('recovered', message), ...problems];
  }
  const left = await stat(join(root, WORK)).catch(() => null);
  if (left) await ops.removeFolder(join(root, WORK));
  return [];
}
