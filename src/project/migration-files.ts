import type { Tree } from '../tree.js';
import type { OpenProject } from './open-project.js';

/** The timestamp in the name of a migration, 14 digits; null for any other file. */
export const migrationMoment = (path: string): string | null =>
  /^src\/database\/migrations\/(\d{14})-[^/]*\.ts$/.exec(path)?.[1] ?? null;

/** The migrations of a project, without those of the templates. */
export function migrationsOf({ mine }: Pick<OpenProject, 'mine'>, templates: Tree): string[] {
  return [...mine.keys()].filter(
    (path) => migrationMoment(path) !== null && !templates.has(`service/${path}`),
  );
}

/** The templates without migrations that the project lacks: only `upgrade` brings those. */
export function withoutNewMigrations(templates: Tree, { mine, base }: OpenProject): Tree {
  if (base === null) return templates;
  const isNew = (path: string): boolean => {
    const own = path.slice('service/'.length);
    return migrationMoment(own) !== null && !mine.has(own) && !base.has(own);
  };
  return new Map([...templates].filter(([path]) => !isNew(path)));
}
