import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Copies the repository to a new folder as a clone would hold it, changes included that are not committed, with the packages
 * that are installed here. Nothing is built unless `dist` is asked for; nothing of `.tmp` is there.
 */
export function cloneRepository({ dist = false } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'crudgen-clone-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const path of files) {
    // Deleted here, but not in the index; or a link to packages, which git does not ignore.
    if (path === '' || path === 'node_modules' || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  if (dist) cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  return folder;
}

/** The environment of a person's terminal: vitest's own is not that of a production build. */
export const personsEnv = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NO_COLOR: '1',
  ...more,
});
