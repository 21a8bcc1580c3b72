import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { refusal, type Refusal } from '../problem.js';

function refuse(path: string, why: string): Refusal {
  return refusal(
    'unsafe-path',
    `${path} ${why}`,
    'crudgen writes only regular files inside the project',
  );
}

/** Folders that links must not lead into. */
const CLOSED = new Set(['.git', '.crudgen', 'node_modules']);

/** The target of a folder link inside the root; null outside. */
async function linkedFolder(root: string, at: string): Promise<string | null> {
  const [home, target] = await Promise.all([realpath(root), realpath(at).catch(() => '')]);
  if (!target.startsWith(home + sep)) return null;
  const isClosed = target
    .slice(home.length)
    .split(sep)
    .some((step) => CLOSED.has(step));
  return !isClosed && (await lstat(target)).isDirectory() ? target : null;
}

/** The absolute path of a project file; refuses paths that lead outside by dots or a symbolic link. */
export async function insideProject(root: string, path: string): Promise<string> {
  const steps = path.split('/');
  const odd = steps.some(
    (step) => step === '' || step === '.' || step === '..' || step.includes('\\'),
  );
  if (odd || /^[A-Za-z]:/.test(path) || path.includes('\0'))
    throw refuse(path, 'is outside the project');
  let at = root;
  for (const [index, step] of steps.entries()) {
    at = join(at, step);
    const found = await lstat(at).catch(() => null);
    if (!found) break;
    const isLast = index === steps.length - 1;
    if (found.isSymbolicLink()) {
      const target = isLast ? null : await linkedFolder(root, at);
      if (target === null) throw refuse(path, 'leads through a symbolic link');
      at = target;
    } else if (isLast ? !found.isFile() : !found.isDirectory())
      throw refuse(path, isLast ? 'is not a file' : 'has a file in place of a folder');
  }
  return join(root, ...steps);
}
