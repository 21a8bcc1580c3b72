import { hasUnseenChanges, readMigrations } from '../../code/read-migrations.js';
import { migrationSteps } from '../../render/render-migration.js';
import { NotMade, replay } from '../../schema/engine/replay.js';
import { NO_TABLES, own, type Schema, type TableStep } from '../../schema/engine/schema.js';
import { schemaOf } from '../../schema/schema.js';
import { migrationMoment } from '../open/migration-files.js';
import type { OpenProject } from '../open/open-project.js';
import { readSyncedState } from '../open/read-synced-state.js';

/** The tables that a project needs, and where they come from. */
export interface WantedSchema {
  /** The schema of the entities, with the tables of features and of the developer's own migrations. */
  readonly schema: Schema;
  /** The schema as it was when the database was pulled last; empty in a project that was not made of a database. */
  readonly pulled: Schema;
  /** The steps that `sync` would have to make. */
  readonly unsynced: readonly TableStep[];
  /** Its migrations by path, oldest first. */
  readonly migrations: ReadonlyMap<string, string>;
}

/** The tables of entities and migrations. */
export function wantedSchema(project: OpenProject): WantedSchema {
  const { mine, app } = project;
  const files = [...mine]
    .filter(([path]) => migrationMoment(path) !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const known = readSyncedState(project);
  const unsynced = migrationSteps(known.before, app, undefined, known.schema);
  const { schema: made } = readMigrations(files, NO_TABLES);
  const last = files.findLastIndex(([, text]) => text.includes(FOUND));
  const { schema: pulled } = readMigrations(files.slice(0, last + 1), NO_TABLES);
  const schema =
    (known.problems.length === 0 && replayed(unsynced, made)) || overlaid(made, schemaOf(app));
  return { schema, pulled, unsynced, migrations: new Map(files) };
}

/** The import of migrations that describe tables which others have made. */
const FOUND = '#engine/baseline';

/** Whether a database was there before the project. */
export const isMadeOfDatabase = ({ mine }: Pick<OpenProject, 'mine'>): boolean =>
  [...mine].some(([path, text]) => migrationMoment(path) !== null && text.includes(FOUND));

/** The schema after steps; null where these do not fit, since a migration could not be read. */
function replayed(steps: readonly TableStep[], before: Schema): Schema | null {
  try {
    return replay(steps, before);
  } catch (error) {
    if (error instanceof NotMade) return null;
    throw error;
  }
}

/** The tables of the models over those of migrations; built-in tables have the columns of both. */
function overlaid(made: Schema, models: Schema): Schema {
  const tables = Object.entries(models.tables).map(([name, table]) => {
    const other = name.startsWith('auth_') ? own(made.tables, name) : undefined;
    const columns = { ...other?.columns, ...table.columns };
    return [name, other ? { ...other, columns } : table] as const;
  });
  return { tables: { ...made.tables, ...Object.fromEntries(tables) } };
}

/** Whether the developer's own SQL, in any migration, has all of these words. */
export const saysInSql = (
  { migrations }: Pick<WantedSchema, 'migrations'>,
  words: readonly string[],
): boolean =>
  [...migrations.values()].some(
    (text) =>
      hasUnseenChanges(text) &&
      words.every((word) => new RegExp(`\\b${word.replace(/\W/g, '\\$&')}\\b`, 'i').test(text)),
  );
