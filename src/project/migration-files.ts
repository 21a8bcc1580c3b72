import type { Tree } from '../tree.js';
import type { OpenProject } from './open-project.js';

/** The moment in the name of a migration, 14 digits; null for the path of any other file. */
export const migrationMoment = (path: string): string | null =>
  /^src\/database\/migrations\/(\d{14})-[^/]*\.ts$/.exec(path)?.[1] ?? null;

/** The migrations of a project, without those that every project has. */
export function migrationsOf({ mine }: Pick<OpenProject, 'mine'>, templates: Tree): string[] {
  return [...mine.keys()].filter(
    (path) => migrationMoment(path) !== null && !templates.has(`service/${path}`),
  );
}

/** A migration that a newer crudgen gives every project comes with `upgrade`: no list names it before it is there. */
export function withoutNewMigrations(templates: Tree, { mine, base }: OpenProject): Tree {
  if (base === null) return templates;
  const isNew = (path: string): boolean => {
    const own = path.slice('service/'.length);
    return migrationMoment(own) !== null && !mine.has(own) && !base.has(own);
  };
  return new Map([...templates].filter(([path]) => !isNew(path)));
}
