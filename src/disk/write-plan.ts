import { rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Problem, problem, refusal, Refusal, refuseErrors } from '../problem.js';
import type { Change, Plan } from '../plan/plan.js';
import { withoutMarkers } from '../code/conflict-markers.js';
import { copiesOf, type PacksOf, readBaseStore, storeChanges } from './base-store.js';
import { VERSION } from '../version.js';
import { bytesOf, readContent } from './contents.js';
import { fileOps, type FileOps, modeOf } from './file-ops.js';
import { insideProject } from './inside-project.js';
import {
  JOURNAL,
  newFile,
  oldFile,
  WORK,
  writeJournal,
  type Journal,
  type Step,
} from './journal.js';
import { withLock } from './project-lock.js';
import { finishWrite, recover, rollBack } from './recover.js';

export interface WriteOptions {
  readonly ops?: FileOps;
  /** Milliseconds to wait for another crudgen process. */
  readonly patience?: number;
  /** The command line; makes the write undoable. */
  readonly command?: string;
  /** Chooses the copies that are kept in packs; by default, all copies are kept as text. */
  readonly packsOf?: PacksOf;
}

/** The steps of changes, one for each path: a file may move to where another one moves away. */
function stepsOf(changes: readonly Change[]): Step[] {
  const steps = changes.flatMap(stepsOfChange);
  const isRemoval = ({ after }: Step) => after === null;
  const gone = new Map(steps.filter(isRemoval).map(({ path, before }) => [path, before]));
  const made = new Set(steps.filter((step) => !isRemoval(step)).map(({ path }) => path));
  return steps
    .filter((step) => !isRemoval(step) || !made.has(step.path))
    .map((step) => ({ ...step, before: step.before ?? gone.get(step.path) ?? null }));
}

function stepsOfChange(change: Change): Step[] {
  const { path } = change;
  const after = change.kind === 'delete' ? null : change.next;
  if (change.kind === 'create') return [{ path, before: null, after }];
  if (change.kind !== 'move') return [{ path, before: change.mine, after }];
  return [
    { path: change.from, before: change.mine, after: null },
    { path, before: null, after, like: change.from },
  ];
}

/** Reports files that have changed since the plan was made. */
async function changedSince(root: string, steps: readonly Step[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path, before } of steps) {
    const now = await readContent(await insideProject(root, path));
    if (now !== before) problems.push(changedFile(path));
  }
  return problems;
}

const changedFile = (path: string): Problem =>
  problem(
    'changed-since',
    `${path} has changed since the plan was made; nothing was written`,
    'run the command again',
  );

/** The changes of the store of copies as steps. Copies never contain conflict markers. */
async function storeSteps(root: string, plan: Plan, packsOf: PacksOf): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [path, after] of [...newCopies(root, plan, packsOf), ...plan.store]) {
    const before = await readContent(await insideProject(root, path));
    if (before !== after) steps.push({ path, before, after });
  }
  return steps;
}

function newCopies(root: string, plan: Plan, packsOf: PacksOf): ReadonlyMap<string, string | null> {
  if (plan.base.size === 0) return new Map();
  const store = readBaseStore(root);
  const copies = new Map(copiesOf(store));
  for (const [path, text] of plan.base)
    if (text === null) copies.delete(path);
    else copies.set(path, withoutMarkers(text));
  // An upgrade that leaves conflict markers writes its version into the settings only once they are resolved.
  const version = plan.completes.has('crudgen.json') ? VERSION : undefined;
  return storeChanges(copies, packsOf(copies), store, version);
}

/** The missing folders of new files, outermost first. */
async function missingFolders(root: string, steps: readonly Step[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const { path } of steps.filter(({ after }) => after !== null))
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const found = await stat(join(root, folder)).catch(() => null);
      if (found) break;
      missing.add(folder);
    }
  return [...missing].sort();
}

/** Writes the new texts to the work folder, and keeps the files as they are there, so that only renames are left, also to take back. */
async function prepare(root: string, { steps }: Journal, ops: FileOps): Promise<void> {
  await ops.removeFolder(join(root, WORK));
  await ops.makeFolder(join(root, WORK));
  for (const [at, { path, before, after: text, like = path }] of steps.entries()) {
    if (before !== null) await ops.link(join(root, path), oldFile(root, at));
    if (text === null) continue;
    await ops.write(newFile(root, at), bytesOf(path, text), await modeOf(join(root, like)));
  }
}

/** Each file is looked at once more: an editor may have saved it while the new texts were written. */
async function apply(root: string, { steps, folders }: Journal, ops: FileOps): Promise<void> {
  for (const folder of folders) await ops.makeFolder(join(root, folder));
  for (const [at, { path, before, after: text }] of steps.entries()) {
    if ((await readContent(join(root, path))) !== before) throw new Refusal([changedFile(path)]);
    if (text === null) await ops.remove(join(root, path));
    else await ops.rename(newFile(root, at), join(root, path));
  }
}

/** Removes folders that deletions have left empty. */
async function pruneFolders(root: string, { steps }: Journal): Promise<void> {
  for (const { path, after: text } of steps) {
    if (text !== null) continue;
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const gone = await rmdir(join(root, folder)).then(
        () => true,
        () => false,
      );
      if (!gone) break;
    }
  }
}

function requireResolved(plan: Plan): void {
  const { refused, conflicts, losses } = plan;
  if (refused.length + conflicts.length + losses.length === 0) return;
  const message = 'the plan has conflicts or loses data; nothing was written';
  const help = 'to see the conflicts and losses, run the command with --dry-run';
  throw refusal('unsettled', message, help, conflicts.length > 0 ? 3 : 1);
}

/**
 * Executes a plan completely or not at all: files that changed meanwhile stop it, a failure rolls everything back, and the
 * next command rolls back a killed process, or what a disk that refuses everything left. The pristine copies are written last.
 */
export async function writePlan(
  root: string,
  plan: Plan,
  options: WriteOptions = {},
): Promise<Problem[]> {
  const { ops = fileOps, patience, command, packsOf = () => () => null } = options;
  requireResolved(plan);
  const write = async (): Promise<Problem[]> => {
    const recovered = await recover(root, ops);
    const changes = stepsOf(plan.changes);
    refuseErrors(await changedSince(root, changes));
    const steps = [...changes, ...(await storeSteps(root, plan, packsOf))];
    if (steps.length === 0) return recovered;
    const folders = await missingFolders(root, steps);
    await writeSteps(root, { steps, folders, ...(command !== undefined && { command }) }, ops);
    return recovered;
  };
  return withLock(root, write, patience);
}

async function writeSteps(root: string, journal: Journal, ops: FileOps): Promise<void> {
  try {
    await prepare(root, journal, ops);
    await writeJournal(root, journal, ops);
  } catch (error) {
    // Nothing has changed yet. What stays of this does no harm: the next command removes it.
    await finishWrite(root, ops).catch(() => undefined);
    throw error;
  }
  try {
    await apply(root, journal, ops);
    await finishWrite(root, ops, journal.command !== undefined);
  } catch (error) {
    // The plan is written once its journal is gone, whatever failed after that.
    if (await isUnderWay(root)) throw await takenBack(root, journal, ops, error);
  }
  await pruneFolders(root, journal);
}

const isUnderWay = (root: string): Promise<boolean> =>
  stat(join(root, JOURNAL)).then(
    () => true,
    () => false,
  );

/** Takes a write back; what is to be thrown then: why it failed, and that some of it is still there where that fails, too. */
async function takenBack(
  root: string,
  journal: Journal,
  ops: FileOps,
  error: unknown,
): Promise<unknown> {
  const messageOf = (one: unknown) => (one instanceof Error ? one.message : String(one));
  try {
    await rollBack(root, journal, ops);
    return error;
  } catch (second) {
    const message = `the command failed (${messageOf(error)}), and crudgen could not undo all of its changes (${messageOf(second)})`;
    const help =
      'fix the problem with the disk; the next command first undoes the remaining changes';
    return refusal('half-written', message, help);
  }
}
