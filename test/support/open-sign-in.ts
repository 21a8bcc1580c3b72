import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { Directory } from '../../templates/service/engine/auth/directory.js';
import { Role, type Tenant } from '../../templates/service/engine/auth/entities.js';
import { prepareAccess } from '../../templates/service/engine/auth/first-start.js';
import { createPasswords } from '../../templates/service/engine/auth/passwords.js';
import type { SecurityEvent } from '../../templates/service/engine/auth/security-events.js';
import { migrate } from '../../templates/service/engine/database/migrate.js';
import * as steps from '../../templates/service/engine/database/steps/step.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import { compose, openProjectDatabase } from '../../templates/service/engine/service/compose.js';
import type { Feature, Project } from '../../templates/service/engine/service/project.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { User } from '../../templates/service/src/models/user/user.model.js';
import { project as service } from '../../templates/service/src/project.js';
import { readSettings } from '../../templates/service/src/settings.js';
import { featuresIn } from '../../src/render/features.js';
import { diffSchema } from '../../src/schema/diff-schema.js';
import { stepCall } from '../../src/schema/step.js';
import { templates } from '../golden/example.js';

/** A migration that makes the tables of features. */
function migrationFor(names: readonly string[]) {
  const features = featuresIn(templates()).filter(({ name }) => names.includes(name));
  const tables = new Map(features.flatMap((feature) => [...feature.tables]));
  return class CreateFeatures20260101000000 extends StepMigration {
    readonly name = 'CreateFeatures20260101000000';
    readonly steps = diffSchema(new Map(), tables).map((step) => {
      const { call, args } = stepCall(step);
      return (steps[call] as (...args: readonly unknown[]) => steps.Step)(...args);
    });
  };
}

export const PASSWORD = 'correct horse battery';
const SECRET = 'the secret of these tests, long enough';
/** A folder without models, beside a package.json, which names the service. */
const BESIDE_A_PACKAGE = join(import.meta.dirname, '../../bin');

/** What came of a request. */
export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers
  readonly body: any;
  readonly headers: Headers;
}

export interface SignInOptions {
  /** The features of the project, each with its settings. */
  readonly features: ReadonlyMap<object, object>;
  readonly secret?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A process with features of signing in on a database that it may share, and ways to ask it. */
export async function openSignIn(url: string, options: SignInOptions) {
  const { secret = SECRET, env = {} } = options;
  const own = [...options.features] as [Feature, object][];
  const events: SecurityEvent[] = [];
  const watching: Feature = { name: 'watching', securityEvents: () => (one) => events.push(one) };
  const project = {
    ...service,
    folder: BESIDE_A_PACKAGE,
    features: [...own.map(([feature]) => feature), watching],
    migrations: [...migrations, migrationFor(own.map(([{ name }]) => name))],
  } as unknown as Project;
  const settings = readSettings({ AUTH_SECRET: secret, TRUST_PROXY: 'loopback', ...env });
  const logger = pino({ level: 'silent' });
  const database = await openProjectDatabase(project, url, settings);
  await migrate(database);
  const passwords = createPasswords({ cost: 4, threads: 1 });
  await prepareAccess(database, passwords, settings);
  const directory = new Directory(database);
  const search = { config: () => ({ models: [], fields: [] }), searchedFields: () => [] };
  const features = new Map<object, object>([...own, [watching, {}]]) as never;
  const composed = { settings, logger, database, passwords, directory, search, features };
  const { app, engine, tokens } = compose(project, composed);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { dataSource } = database;

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    address = '198.51.100.1',
  ): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { status, headers } = answer;
    return { status, headers, body: text === '' ? null : JSON.parse(text) };
  };

  /** A user who can sign in by `PASSWORD`. */
  const makeUser = async (username: string, ...names: string[]) => {
    const found = await dataSource.getRepository(Role).find();
    const user = await dataSource.getRepository(User).save({
      ...{ username, username_key: username, token_version: username },
      password_hash: await passwords.hash(PASSWORD),
      roles: found.filter(({ name }) => names.includes(name)),
      tenants: [] as Tenant[],
    });
    directory.changed();
    return user.id;
  };
  const login = (username: string, address?: string) =>
    ask('POST', '/auth/login', { username, password: PASSWORD }, undefined, address);
  const close = async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await passwords.close();
    await database.close();
  };
  return { url, database, engine, tokens, events, ask, login, makeUser, close };
}

export type OpenSignIn = Awaited<ReturnType<typeof openSignIn>>;
