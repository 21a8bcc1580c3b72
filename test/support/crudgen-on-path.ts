import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/crudgen.js');
const PATH = process.env['PATH'] ?? '';

/** Links a program into a folder; another test may have done so at the same time. */
function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    symlinkSync(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Where PATH finds a program. */
const found = (name: string): string =>
  PATH.split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? name;

/** Puts this crudgen into a folder of programs, as npm does. */
export const linkCrudgen = (folder: string): void => link(BIN, join(folder, 'crudgen'));

const linked = join(ROOT, '.tmp/path/crudgen');
linkCrudgen(linked);
/** PATH with this crudgen in front, as after `npm install --global`. */
export const withCrudgen = [linked, PATH].join(delimiter);

/** A PATH of Node and git alone, whatever else this machine has. */
export const withoutCrudgen = join(ROOT, '.tmp/path/plain');
for (const name of ['node', 'git']) link(found(name), join(withoutCrudgen, name));

/** Puts a program in sh into a folder in the place of crudgen. */
export function writeCrudgen(folder: string, code: string): void {
  const path = join(folder, 'crudgen');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${code}\n`);
  chmodSync(path, 0o755);
}
