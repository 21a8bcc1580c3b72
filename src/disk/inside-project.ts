import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../problem.js';

function refuse(path: string, why: string): Refusal {
  return new Refusal([
    {
      code: 'unsafe-path',
      message: `${path} ${why}`,
      help: 'crudgen writes only real files below the project',
    },
  ]);
}

/** The full path of a file of the project; refuses what leads out of it, by dots or by a symbolic link. */
export async function insideProject(root: string, path: string): Promise<string> {
  const steps = path.split('/');
  const odd = steps.some(
    (step) => step === '' || step === '.' || step === '..' || step.includes('\\'),
  );
  if (odd || /^[A-Za-z]:/.test(path) || path.includes('\0'))
    throw refuse(path, 'is outside of the project');
  let at = root;
  for (const [index, step] of steps.entries()) {
    at = join(at, step);
    const found = await lstat(at).catch(() => null);
    if (!found) break;
    if (found.isSymbolicLink()) throw refuse(path, 'leads through a symbolic link');
    if (index === steps.length - 1 ? !found.isFile() : !found.isDirectory())
      throw refuse(
        path,
        index === steps.length - 1 ? 'is not a file' : 'has a file where a folder should be',
      );
  }
  return join(root, ...steps);
}
