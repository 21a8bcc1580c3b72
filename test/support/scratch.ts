import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Where Linux has files in memory: a project is hundreds of files, which are written there in a fiftieth of the time. */
const MEMORY = '/dev/shm';
/** Bytes: containers often have a MEMORY of 64 MB. */
const ENOUGH = 4 * 1024 ** 3;

/**
 * The folder where tests put what they do not keep; projects in it find the packages of the repository. Each run of vitest
 * makes one (`openScratch`) and removes it; whoever wants to look at what tests leave names another in `SCRATCH`.
 */
export const SCRATCH = process.env['SCRATCH'] ?? join(ROOT, '.tmp');

/** Makes the folder for this run, for all processes that it starts; gives what removes it. */
export function openScratch(): () => void {
  if (process.env['SCRATCH'] || !hasMemory()) {
    mkdirSync(SCRATCH, { recursive: true });
    return () => undefined;
  }
  const folder = mkdtempSync(join(MEMORY, 'crudgen-'));
  // PostgreSQL runs as a user of its own, and has to reach its data.
  chmodSync(folder, 0o755);
  // Other temporary folders are not below the packages: some projects are to find none.
  const [scratch, temporary] = [join(folder, 'scratch'), join(folder, 'tmp')];
  for (const one of [scratch, temporary]) mkdirSync(one);
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  Object.assign(process.env, { SCRATCH: scratch, TMPDIR: temporary });
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
