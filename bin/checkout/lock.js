import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks whether the lock is free. */
const LOOK = 100;
/** Looks after which `wait` is told: most holders are done by then. */
const SOON = 10;

/**
 * Works while no other process does. A process that holds the lock says in it what it does, by the function that `work` gets;
 * `wait` runs the rest of a longer wait, with a function that reads who holds the lock and what that process does. The lock
 * of a process that died is nobody's.
 */
export async function withLock(file, work, wait) {
  mkdirSync(dirname(file), { recursive: true });
  const taken = async (looks) => {
    for (let look = 0; look < looks; look += 1) {
      if (take(file)) return true;
      await sleep(LOOK);
    }
    return false;
  };
  if (!(await taken(SOON)))
    await wait(
      () => taken(Infinity),
      () => holderOf(file),
    );
  try {
    return await work((doing) => writeAtOnce(file, `${process.pid} ${doing}`));
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

/** Others read the lock meanwhile, and would take an empty or half text for that of another process. */
function writeAtOnce(file, text) {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text);
  renameSync(half, file);
}

/** Who holds the lock, and what that process said it does; null where it has just been given back. */
function holderOf(file) {
  try {
    const [, pid, doing] = /^(\d+) ?(.*)$/.exec(readFileSync(file, 'utf8'));
    return { pid, doing };
  } catch {
    return null;
  }
}

function isHeld(file) {
  try {
    const [holder] = readFileSync(file, 'utf8').split(' ');
    // It is empty for a moment, in which it is somebody's.
    return holder === '' || process.kill(Number(holder), 0);
  } catch (error) {
    // Another user's process is one, too; a file that has gone was given back in this moment.
    return error.code === 'EPERM' || error.code === 'ENOENT';
  }
}
