import type { AccountRules } from '../../templates/service/engine/auth/own-account.js';
import { Role, type Tenant } from '../../templates/service/engine/auth/entities.js';
import type { SecurityEvent } from '../../templates/service/engine/auth/security-events.js';
import { StepMigration } from '../../templates/service/engine/database/steps/step-migration.js';
import type { Feature, Project } from '../../templates/service/engine/service/project.js';
import { migrations } from '../../templates/service/src/database/migrations/migrations.gen.js';
import { User } from '../../templates/service/src/models/user/user.model.js';
import { project as service } from '../../templates/service/src/project.js';
import { BESIDE_A_PACKAGE, composeService, listen, SECRET } from './compose-service.js';
import { featureSteps } from './feature-steps.js';

/** A migration that makes the tables of features. */
const migrationFor = (names: readonly string[]) =>
  class CreateFeatures20260101000000 extends StepMigration {
    readonly name = 'CreateFeatures20260101000000';
    readonly steps = featureSteps(names);
  };

export const PASSWORD = 'correct horse battery';

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
  /** What users may do with their own account; nothing by default. */
  readonly account?: AccountRules;
}

/** A process with features of signing in on a database that it may share, and ways to ask it. */
export async function openSignIn(url: string, options: SignInOptions) {
  const { secret = SECRET, env = {}, account } = options;
  const own = [...options.features] as [Feature, object][];
  const events: SecurityEvent[] = [];
  const watching: Feature = { name: 'watching', securityEvents: () => (one) => events.push(one) };
  const project = {
    ...service,
    ...(account && { account }),
    folder: BESIDE_A_PACKAGE,
    features: [...own.map(([feature]) => feature), watching],
    migrations: [...migrations, migrationFor(own.map(([{ name }]) => name))],
  } as unknown as Project;
  const composed = await composeService(project, url, {
    env: { AUTH_SECRET: secret, TRUST_PROXY: 'loopback', ...env },
    features: new Map<object, object>([...own, [watching, {}]]),
  });
  const { app, parts, passwords, directory, tokens } = composed;
  const { database, engine } = parts;
  const server = await listen(app);
  const { dataSource } = database;

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    address = '198.51.100.1',
  ): Promise<Answer> => {
    const answer = await fetch(`${server.origin}${path}`, {
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
    await server.close();
    await composed.close();
  };
  return { url, database, engine, tokens, events, ask, login, makeUser, close };
}

export type OpenSignIn = Awaited<ReturnType<typeof openSignIn>>;
