import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Works while no other process does, of which `wait` tells, once; the lock of one that died is nobody's. */
export async function withLock(file, work, wait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !take(file); tries += 1) {
    if (tries === 10) wait();
    await sleep(100);
  }
  try {
    return await work();
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

function isHeld(file) {
  try {
    const holder = readFileSync(file, 'utf8');
    // It is empty for a moment, in which it is somebody's.
    return holder === '' || process.kill(Number(holder), 0);
  } catch (error) {
    // Another user's process is one, too; a file that has gone was given back in this moment.
    return error.code === 'EPERM' || error.code === 'ENOENT';
  }
}
