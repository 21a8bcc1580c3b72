import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the crudgen that runs. */
export const CRUDGEN_FOLDER = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** A crudgen that is installed for a project. */
export interface OwnCrudgen {
  readonly version: string;
  /** The script that Node runs. */
  readonly script: string;
}

/** The crudgen among the packages of a project, as Node finds them from its folder; null without one, or where that one runs. */
export function ownCrudgen(root: string): OwnCrudgen | null {
  const load = createRequire(join(root, 'package.json'));
  try {
    const file = load.resolve('crudgen/package.json');
    const { version, bin } = load(file) as { version: string; bin: { crudgen: string } };
    const folder = dirname(file);
    return folder === CRUDGEN_FOLDER ? null : { version, script: join(folder, bin.crudgen) };
  } catch {
    return null;
  }
}
