import { exportedClass } from '../../code/definitions.js';
import { parseCode } from '../../code/typescript.js';
import { askProject } from '../../disk/project-process.js';
import type { Tree } from '../../tree.js';

/** The timestamp in the name of a migration, 14 digits; null for any other file, such as a test beside it. */
export const migrationMoment = (path: string): string | null =>
  /^src\/database\/migrations\/(\d{14})-(?!.*\.(?:test|spec|d)\.ts$)[^/]*\.ts$/.exec(path)?.[1] ??
  null;

/** The moment of the newest of some files that are migrations; empty without one. */
export const newestMigration = (paths: Iterable<string>): string =>
  [...paths].reduce((newest, path) => {
    const moment = migrationMoment(path) ?? '';
    return moment > newest ? moment : newest;
  }, '');

/** The migrations of a project, without those of the templates. */
export function migrationsOf(files: Tree, templates: Tree): string[] {
  return [...files.keys()].filter(
    (path) => migrationMoment(path) !== null && !templates.has(`service/${path}`),
  );
}

/** The templates without migrations that the project lacks: only `upgrade` brings those. */
export function withoutNewMigrations(
  templates: Tree,
  { mine, base }: { readonly mine: Tree; readonly base: Tree },
): Tree {
  const isNew = (path: string): boolean => {
    const own = path.slice('service/'.length);
    return migrationMoment(own) !== null && !mine.has(own) && !base.has(own);
  };
  return new Map([...templates].filter(([path]) => !isNew(path)));
}

/** The class that each migration exports. */
export function migrationClasses(paths: readonly string[], files: Tree): Map<string, string> {
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const name = exportedClass(parseCode(path, files.get(path) ?? ''));
      return name === null ? [] : [[path, name]];
    }),
  );
}

/** The migrations that have run on the project's database, if there is one; or why that is unknown. */
export type AppliedMigrations =
  | { readonly kind: 'known'; readonly names: readonly string[] }
  | { readonly kind: 'no-database' }
  /** The project's code or settings do not load, or the database cannot be reached. */
  | { readonly kind: 'not-loaded' | 'unknown'; readonly why: string };

/** Whether a file is a migration that has not run on a database with these names. */
export function isPending(path: string, applied: readonly string[]): boolean {
  const moment = migrationMoment(path);
  return moment !== null && !applied.some((name) => name.endsWith(moment));
}

/** Asks the database that the project's settings name. */
export async function readAppliedMigrations(root: string): Promise<AppliedMigrations> {
  const answer = await askProject<string[]>(root, 'applied', null);
  if (answer.ok) return { kind: 'known', names: answer.value };
  if (answer.noDatabase === true) return { kind: 'no-database' };
  return { kind: answer.isAtDatabase === true ? 'unknown' : 'not-loaded', why: answer.why };
}
