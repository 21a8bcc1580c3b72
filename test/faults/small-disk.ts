import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, writeSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { makeFolder } from '../contract/harness.js';

/** A disk of its own for a test, which can be filled; only root can have one. */
export function smallDisk(megabytes: number): string | null {
  const folder = makeFolder('disk');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  chmodSync(folder, 0o777);
  return folder;
}

/** Writes until nothing more goes in. */
export function fill(path: string): void {
  const handle = openSync(path, 'w');
  for (let size = 65_536; size >= 512; size /= 2)
    try {
      for (;;) writeSync(handle, Buffer.alloc(size));
    } catch {
      // The next size may still find a place.
    }
  closeSync(handle);
}
