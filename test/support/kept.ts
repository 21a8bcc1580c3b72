import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What tests make once for all that need the same; `npm test` begins with none. */
const KEPT = join(import.meta.dirname, '../../.tmp/kept');

/** A file that holds what `make` gives for these texts, in this run or an earlier one. */
export function keptFile(kind: string, texts: readonly string[], make: () => string): string {
  const path = placeOf(kind, texts);
  if (existsSync(path)) return path;
  // All of it or nothing: other processes look for it meanwhile.
  const half = `${path}.${process.pid}`;
  writeFileSync(half, make());
  renameSync(half, path);
  return path;
}

/** A folder that `make` fills in a moment: processes that want it at the same time make it each, and the first one's is kept. */
export function keptFolderOf(
  kind: string,
  texts: readonly string[],
  make: (folder: string) => void,
): string {
  const path = placeOf(kind, texts);
  if (existsSync(path)) return path;
  const half = `${path}.${process.pid}`;
  make(half);
  try {
    renameSync(half, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    rmSync(half, { recursive: true });
  }
  return path;
}

/** A folder that `make` fills, which takes long: processes that want the same one wait for the first. */
export async function keptFolder(
  kind: string,
  texts: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const path = placeOf(kind, texts);
  const lock = `${path}.lock`;
  while (!existsSync(path)) {
    if (!take(lock)) {
      await sleep(100);
      continue;
    }
    try {
      // Whoever had the lock may have come to the end between the two looks.
      if (!existsSync(path)) await fill(path, make);
    } finally {
      rmSync(lock);
    }
  }
  return path;
}

async function fill(path: string, make: (folder: string) => Promise<void>): Promise<void> {
  const half = `${path}.half`;
  rmSync(half, { recursive: true, force: true });
  await make(half);
  renameSync(half, path);
}

function placeOf(kind: string, texts: readonly string[]): string {
  mkdirSync(join(KEPT, kind), { recursive: true });
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length} `).update(text);
  return join(KEPT, kind, hash.digest('hex'));
}

/** Whether the lock is this process's now; that of a process which has died is nobody's. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(lock: string): boolean {
  let pid: string;
  try {
    pid = readFileSync(lock, 'utf8');
  } catch {
    // Given back in this moment: the next try tells.
    return true;
  }
  try {
    // It is empty for a moment, in which it is somebody's.
    return pid === '' || process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
