import { open, readFile, rm, stat, mkdir } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { refusal } from '../problem.js';

const LOCK = '.crudgen/lock';

/** The start time of a process, which tells reused process ids apart. */
function startedAt(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(holder: string): boolean {
  const [word = '', start = ''] = holder.split(' ');
  const pid = Number(word);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startedAt(pid);
  return now === '' || start === '' || now === start;
}

async function create(path: string): Promise<boolean> {
  const handle = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    await handle.writeFile(`${process.pid} ${startedAt(process.pid)}`);
  } catch (error) {
    // An empty one would keep everybody waiting.
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return true;
}

/** The holder of a lock; an empty lock is being written, unless it stays empty. */
async function holderOf(path: string): Promise<string | null> {
  const holder = await readFile(path, 'utf8').catch(() => null);
  if (holder !== '') return holder;
  const found = await stat(path).catch(() => null);
  return found && Date.now() - found.mtimeMs < 2000 ? `${process.pid}` : holder;
}

/** Removes the lock of a dead process; only one process at a time may try. */
async function takeOver(path: string): Promise<void> {
  const guard = `${path}.takeover`;
  const old = await stat(guard).catch(() => null);
  if (old && Date.now() - old.mtimeMs > 10_000) await rm(guard, { force: true });
  if (!(await create(guard))) return;
  try {
    const holder = await holderOf(path);
    if (holder !== null && !isAlive(holder)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Runs work while no other crudgen process writes to the project. */
export async function withLock<T>(
  root: string,
  work: () => Promise<T>,
  patience = 10_000,
): Promise<T> {
  const path = join(root, LOCK);
  await mkdir(join(root, '.crudgen'), { recursive: true });
  const until = Date.now() + patience;
  while (!(await create(path))) {
    const holder = await holderOf(path);
    if (holder !== null && !isAlive(holder)) await takeOver(path);
    else if (Date.now() > until) {
      const message = `another crudgen process (${holder?.split(' ')[0] ?? '?'}) is writing to this project`;
      throw refusal('locked', message, 'wait for it to finish, then run the command again');
    } else await wait(50);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
