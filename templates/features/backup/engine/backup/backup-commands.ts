import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BackupMethods } from '../database/backup-methods.js';
import { dialectName } from '../database/column-types.js';
import { migrationsTableIn, type FeatureSettings, type Project } from '../service/project.js';
import { withSettings } from '../service/start.js';
import { StartRefused } from '../settings/settings.js';
import { copyFolder } from './copy-folder.js';

/** `npm run backup`: a consistent copy of the database, while the service is running. */
export async function runBackup(project: Project, args: readonly string[]): Promise<void> {
  // A backup contains all secrets, also while it is being written.
  process.umask(0o077);
  const file = fileOf(args, {}).file;
  await withSettings(project, 'Nothing is backed up:', async ({ databaseUrl }, own) => {
    const target = resolve(file ?? nameOf(databaseUrl));
    if (existsSync(target))
      throw new StartRefused([`${target} exists already: choose another name`]);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const { backUp } = await backupMethodsOf(databaseUrl);
    await backUp(databaseUrl, target);
    // The folders follow the database: files that its rows name are still there.
    for (const [folder, copy] of foldersOf(own, target)) await copyFolder(folder, copy);
    say(`backed up to ${target}`);
  });
}

/** `npm run backup:restore -- <file>`: restores the database; with `--replace` over an existing one. */
export async function runRestore(project: Project, args: readonly string[]): Promise<void> {
  const { file, replace } = fileOf(args, { replace: { type: 'boolean', default: false } });
  await withSettings(project, 'Nothing is restored:', async ({ databaseUrl }, own) => {
    if (file === undefined)
      throw new StartRefused(['which backup? Type `npm run backup:restore -- <file>`']);
    const source = resolve(file);
    if (!existsSync(source)) throw new StartRefused([`there is no file ${source}`]);
    const { restore } = await backupMethodsOf(databaseUrl);
    // The folders come before the database: no row may name a file that is missing.
    for (const [folder, copy] of foldersOf(own, source)) await copyFolder(copy, folder);
    const options = { replace: replace === true, migrationsTable: migrationsTableIn(project) };
    for (const line of await restore(databaseUrl, source, options)) say(line);
    say(`restored from ${source}; the next start applies migrations that it does not have`);
  });
}

/** The folders of a service, each with its place beside a backup. */
const foldersOf = (own: FeatureSettings, backup: string): readonly (readonly [string, string])[] =>
  [...own].flatMap(([feature, settings]) =>
    Object.entries(feature.folders?.(settings) ?? {}).map(
      ([name, folder]) => [resolve(folder), join(`${backup}.folders`, name)] as const,
    ),
  );

/** The other database's driver need not even be installed. */
const backupMethodsOf = async (databaseUrl: string): Promise<BackupMethods> =>
  dialectName(databaseUrl) === 'sqlite'
    ? (await import('../database/sqlite/backup.js')).sqliteBackup
    : (await import('../database/postgres/backup.js')).postgresBackup;

/** Sorts chronologically. */
function nameOf(databaseUrl: string): string {
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return `backups/${moment}.${dialectName(databaseUrl) === 'sqlite' ? 'db' : 'dump'}`;
}

interface Given {
  readonly file: string | undefined;
  readonly replace?: string | boolean | undefined;
}

function fileOf(
  args: readonly string[],
  options: Record<string, { type: 'boolean'; default: boolean }>,
): Given {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  return { file: positionals[0], ...values };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
