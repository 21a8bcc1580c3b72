import { refusal } from '../problem.js';
import type { OpenProject } from '../project/open/open-project.js';
import type { Context } from './context.js';
import type { GivenDatabase } from './given-database.js';
import { databaseOf } from './own-database.js';
import { kindOf } from './read-schema.js';

/** The database that a command line names, else that of the settings of a project; refuses another kind than that of the project. */
export async function projectDatabase(
  context: Context,
  project: OpenProject,
  given: string | undefined,
): Promise<GivenDatabase> {
  const { app } = project;
  const database = await databaseOf(context, project, given);
  const kind = kindOf(database.place);
  if (kind === app.database) return database;
  throw refusal(
    'other-database',
    `${database.shown} is of ${kind}, and the project is of ${app.database}`,
    'name the database of which the project was made',
  );
}
