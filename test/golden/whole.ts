import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../../src/tree.js';

/*
 * The task manager is the example that git has whole. A release writes its shared files, which are alike in all projects, and
 * `whole.json` says which version that was. Between releases they stay behind the templates, and nothing reads them.
 */
const WHOLE = 'task-manager';
const RECORD = join(import.meta.dirname, 'whole.json');
const README = join(import.meta.dirname, '../../examples/README.md');
const VERSION_IN_README = /(?<=as crudgen )\d+\.\d+\.\d+(?= wrote)/;

/** What the last release wrote: its version, and the hashes of the shared files by path. */
interface Whole {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
}

export const readWhole = (): Whole => JSON.parse(readFileSync(RECORD, 'utf8')) as Whole;

/** The paths that the last release wrote in an example, whatever the templates have by now. */
export const filesOfRelease = (example: string): ReadonlySet<string> =>
  new Set(example === WHOLE ? Object.keys(readWhole().files) : []);

/** Whether an example is the one that git has whole. */
export const isWhole = (example: string): boolean => example === WHOLE;

/** The version that `examples/README.md` names. */
export const versionInReadme = (): string | undefined =>
  VERSION_IN_README.exec(readFileSync(README, 'utf8'))?.[0];

/** The hashes of some files by path. */
export const hashesIn = (files: Tree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...files].map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
  );

/** Records the shared files that a version has written. */
export function recordWhole(version: string, files: Tree): void {
  write({ version, files: hashesIn(files) });
  writeFileSync(README, readFileSync(README, 'utf8').replace(VERSION_IN_README, version));
}

/** Forgets the files that models have a part in by now: they are rendered with each change. */
export function forgetFiles(isRendered: (path: string) => boolean): void {
  const { version, files } = readWhole();
  const left = Object.entries(files).filter(([path]) => !isRendered(path));
  if (left.length < Object.keys(files).length) write({ version, files: Object.fromEntries(left) });
}

const write = (whole: Whole) => writeFileSync(RECORD, `${JSON.stringify(whole, null, 2)}\n`);
