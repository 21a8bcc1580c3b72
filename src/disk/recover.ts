import { rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../problem.js';
import { fileOps, type FileOps } from './file-ops.js';
import { JOURNAL, LAST, readJournal, textNow, WORK, type Journal, type Step } from './journal.js';

/** Puts one file back as it was; a file that somebody has changed since stays. */
async function undoStep(
  root: string,
  { path, before, after }: Step,
  ops: FileOps,
): Promise<Problem | null> {
  const full = join(root, path);
  const now = await textNow(full);
  if (now === before) return null;
  if (now !== after) {
    const message = `${path} was changed after an interrupted command, and stays as it is now`;
    return { code: 'changed-since', message, severity: 'warning' };
  }
  if (before === null) await ops.remove(full);
  else {
    const mode = await stat(full).then(
      (found) => found.mode & 0o777,
      () => undefined,
    );
    const temporary = join(root, WORK, 'undo');
    await ops.makeFolder(join(root, WORK));
    await ops.write(temporary, before, mode);
    await ops.rename(temporary, full);
  }
  return null;
}

/** Takes a write back, the last step first; what is taken back already is left. */
export async function rollBack(root: string, journal: Journal, ops: FileOps): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const step of journal.steps.toReversed()) {
    const problem = await undoStep(root, step, ops);
    if (problem) problems.push(problem);
  }
  for (const folder of journal.folders.toReversed())
    await rmdir(join(root, folder)).catch(() => undefined);
  await endWrite(root, ops);
  return problems;
}

/** Forgets the journal, or keeps it for `undo` (with this the write is done, or taken back), then what it needed. */
export async function endWrite(root: string, ops: FileOps, keep = false): Promise<void> {
  if (keep) await ops.rename(join(root, JOURNAL), join(root, LAST));
  else await ops.remove(join(root, JOURNAL));
  await ops.removeFolder(join(root, WORK));
}

/** Takes back what a killed command left half-written. Runs under the lock, before anything is read. */
export async function recover(root: string, ops: FileOps = fileOps): Promise<Problem[]> {
  const journal = await readJournal(root);
  if (journal) {
    const problems = await rollBack(root, journal, ops);
    const message =
      problems.length === 0
        ? 'an interrupted command was taken back: the project is as it was before it'
        : 'an interrupted command was taken back, but not where files have changed since: look at `git diff`';
    return [{ code: 'recovered', message, severity: 'warning' }, ...problems];
  }
  const left = await stat(join(root, WORK)).catch(() => null);
  if (left) await ops.removeFolder(join(root, WORK));
  return [];
}
