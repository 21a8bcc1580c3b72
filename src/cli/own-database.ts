import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { readContent } from '../disk/contents.js';
import type { App } from '../model/model.js';
import { refusal, Refusal } from '../problem.js';
import { DATABASE_URLS } from '../render/view-project.js';
import type { Context } from './context.js';
import { databasePlace } from './database-place.js';
import type { GivenDatabase } from './given-database.js';

/** `DATABASE_URL` of a project as its service reads it: of the environment, else of `.env`, else the usual one of its kind. */
export async function databaseUrlOf(
  root: string,
  { database }: Pick<App, 'database'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const file = parseEnv((await readContent(join(root, '.env'))) ?? '');
  return env['DATABASE_URL'] || file['DATABASE_URL'] || DATABASE_URLS[database];
}

/** The database that a command line names, else that of the project. */
export const databaseOf = (
  context: Context,
  { root, app }: { readonly root: string; readonly app: Pick<App, 'database'> },
  given: string | undefined,
): Promise<GivenDatabase> =>
  given === undefined ? ownDatabase(context, root, app) : databasePlace(context, given);

/** The database of a project. Its file is found from the root, whatever the folder of the command. */
async function ownDatabase(
  context: Context,
  root: string,
  app: Pick<App, 'database'>,
): Promise<GivenDatabase> {
  const url = await databaseUrlOf(root, app);
  try {
    return await databasePlace({ ...context, cwd: root }, url);
  } catch (error) {
    const [first] = error instanceof Refusal ? error.problems : [];
    if (first?.code !== 'no-file') throw error;
    throw refusal(
      'no-database',
      `the project has no database yet: DATABASE_URL names ${url}, and there is no such file`,
      'make it with: npm run migrate\nor name another database on the command line',
    );
  }
}
