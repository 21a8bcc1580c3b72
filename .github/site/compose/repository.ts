import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** The text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What crudgen prints as data for some words of the command line. */
export const askCrudgen = <Answer>(...words: readonly string[]): Answer =>
  JSON.parse(
    execFileSync(process.execPath, [join(ROOT, 'bin/crudgen.js'), ...words, '--json'], {
      encoding: 'utf8',
    }),
  ) as Answer;

/**
 * The address of a file of the repository, where the repository has an address on the web: `SITE_REPOSITORY`. Null for other
 * files, so that links to them become plain words.
 */
export function addressOf(
  path: string,
  repository = process.env['SITE_REPOSITORY'],
): string | null {
  if (!repository || !existsSync(join(ROOT, path))) return null;
  return `${repository}/blob/main/${path}`;
}
