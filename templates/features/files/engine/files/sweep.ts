import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineWithPolicy } from '../records/create-engine.js';
import { pathId, isId } from '../fields/record-id.js';
import { statementOf, type Session } from '../database/dialect.js';
import { fileColumnsOf } from './file-type.js';
import { fileIdIn } from './file-value.js';
import type { FilesParts } from './files-parts.js';
import type { StoredFile } from './stored-files.js';

/** Milliseconds after which a file that no row has is removed: a backup of rows and files may take its time. */
export const KEEP_UNUSED = 24 * 3_600_000;
/** The number of files at once. */
const BATCH = 100;

/** What a sweep works with. */
export interface SweepParts extends FilesParts {
  readonly engine: Pick<EngineWithPolicy, 'models'>;
}

/**
 * Removes what no row has any more, or never had: the content first, and the row of the file when it is gone, so that a sweep that was
 * stopped goes on with the next one. A file that a row still names is kept, whoever has written the row.
 */
export async function sweep(
  parts: SweepParts,
  keep = KEEP_UNUSED,
  now = Date.now(),
): Promise<void> {
  const { database, stored, storage } = parts;
  const before = now - keep;
  await database.write((session) => stored.giveUp(session, before), { shared: false });
  await removeDropped(parts, before);
  await clearScratch(storage.scratch, before);
}

/** Removes what was dropped before a moment. */
export async function removeDropped(parts: SweepParts, before: number): Promise<void> {
  const { database, stored } = parts;
  for (;;) {
    const dropped = await database.read((session) => stored.dropped(session, before, BATCH));
    for (const file of dropped) await removeUnlessHeld(file, parts);
    if (dropped.length < BATCH) break;
  }
}

async function removeUnlessHeld(file: StoredFile, parts: SweepParts): Promise<void> {
  const { database, stored, storage } = parts;
  const isHeld = await database.read((session) => isInRow(file, session, parts));
  if (isHeld) return database.write((session) => stored.keepAgain(session, file.id));
  await storage.remove(file.id);
  await database.write((session) => stored.forget(session, file.id), { shared: false });
}

/** Whether the row that has let go of a file names it still: one that is only marked as deleted, or that came back. */
async function isInRow(
  { id, model: name, field, key }: StoredFile,
  session: Session,
  { database: { dialect }, engine }: SweepParts,
): Promise<boolean> {
  const model = engine.models.find((one) => one.name === name);
  const column = model && fileColumnsOf(model).find((one) => one.name === field);
  const rowId = model && key !== null ? pathId(key, model.key) : null;
  if (!model || !column || rowId === null || !isId(rowId)) return false;
  const { quote, placeholder } = dialect;
  const where = model.rowKey.is(placeholder(1), dialect);
  const statement = statementOf(
    `SELECT ${quote(column.column)} FROM ${quote(model.table)} WHERE ${where}`,
  );
  const [[value] = []] = await session.rows(statement, [dialect.encode(rowId, model.key)]);
  return value != null && fileIdIn(column.added.decode(value)) === id;
}

/** Removes what uploads have left that were cut off with their process. */
async function clearScratch(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}
