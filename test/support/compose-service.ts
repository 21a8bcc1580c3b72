import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { Directory } from '../../templates/service/engine/auth/directory.js';
import { prepareAccess } from '../../templates/service/engine/auth/first-start.js';
import { createPasswords } from '../../templates/service/engine/auth/passwords.js';
import type { DatabaseOptions } from '../../templates/service/engine/database/database.js';
import { migrate } from '../../templates/service/engine/database/migrate.js';
import { compose, openProjectDatabase } from '../../templates/service/engine/service/compose.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { readSettings } from '../../templates/service/src/settings.js';

/** A folder without models, beside a package.json, which names the service. */
export const BESIDE_A_PACKAGE = join(import.meta.dirname, '../../bin');
export const SECRET = 'the secret of these tests, long enough';

export interface ComposeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The features of the project, each with its settings. */
  readonly features: ReadonlyMap<object, object>;
  readonly database?: DatabaseOptions;
}

/** A service of a project in this process, on a database that it may share with others, with passwords that are hashed quickly. */
export async function composeService(project: Project, url: string, options: ComposeOptions) {
  const settings = readSettings({ AUTH_SECRET: SECRET, ...options.env });
  const logger = pino({ level: 'silent' });
  const database = await openProjectDatabase(project, url, options.database ?? settings);
  await migrate(database);
  const passwords = createPasswords({ cost: 4, threads: 1 });
  await prepareAccess(database, passwords, settings);
  const directory = new Directory(database, settings.signInBy);
  const search = { config: () => ({ models: [], fields: [] }), searchedFields: () => [] };
  const features = options.features as never;
  const { app, engine, tokens } = compose(project, {
    ...{ settings, logger, database, passwords, directory, search, features },
  });
  const parts = { settings, logger, database, engine, features, folder: project.folder };
  const close = async () => {
    await passwords.close();
    await database.close();
  };
  return { app, parts, passwords, directory, tokens, close };
}

/** A server that answers by an app: where it is, and what ends it. */
export async function listen(app: Parameters<typeof createServer>[1] & object) {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<unknown> =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${port}`, close };
}
