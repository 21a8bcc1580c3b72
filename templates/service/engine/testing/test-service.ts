import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeepPartial, ObjectLiteral } from 'typeorm';
import { Directory } from '../auth/directory.js';
import { createPasswords, passwordOptions } from '../auth/passwords.js';
import { Role, TENANTS, usernameKey, type Tenant } from '../auth/entities.js';
import type { NumericId, RecordId } from '../fields/record-id.js';
import { createLogger } from '../http/request-log.js';
import { ALL_METHODS } from '../model/access-rules.js';
import type { IdOf } from '../model/entity-types.js';
import { runSeeds } from '../service/commands.js';
import { compose, createWorkbench } from '../service/compose.js';
import { sourceFolder, type Project, type ServiceParts } from '../service/project.js';
import { readAnswer } from './read-answer.js';
import { openMigratedDatabase } from './test-database.js';
import { randomUUID } from 'node:crypto';

/** A record as the API returns it. */
export type Row<Id = RecordId> = Record<string, unknown> & { readonly id: Id };

/** A response; `Body` is what the test knows it to be, as in `user.get<string>('/task/export.csv')`. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** What JSON says, a string for texts such as CSV, bytes (`Buffer`) for everything else; null where it is empty. */
  readonly body: Body;
  /** Field -> its problem; empty unless the response reports any. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Sends requests to the service over HTTP. */
export interface Client {
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: object): Promise<Answer<Body>>;
  put<Body = unknown>(path: string, body: object): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, body: object): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string): Promise<Answer<Body>>;
  /** Posts a new row; anything but 201 fails the test. `create<string>` for a model whose ids are texts. */
  create<Id extends RecordId = NumericId>(path: string, body: object): Promise<Row<Id>>;
}

/** A signed-in user with one role and one tenant. */
export interface TestUser extends Client {
  readonly id: NumericId;
  readonly tenantId: NumericId;
}

type Entity<T extends ObjectLiteral> = new () => T;

/** The whole service on a database of its own, for the tests of one file. */
export interface TestService {
  /** Its URL, for requests without a client. */
  readonly url: string;
  readonly anonymous: Client;
  /**
   * A user with this role. Users of the same `tenant` are colleagues, and `name` tells those of one role apart; the same words
   * mean the same user, who is created on first use.
   */
  as(role: string, tenant?: string, name?: string): Promise<TestUser>;
  /** Inserts a row bypassing all access rules, and returns it with all its fields; hooks and validation apply. */
  insert<T extends ObjectLiteral>(entity: Entity<T>, values: object): Promise<Row<IdOf<T>>>;
  /** The row that has the values of `key`; where there is none, one with these and others is inserted. Bypasses all rules. */
  findOrInsert<T extends ObjectLiteral>(
    entity: Entity<T>,
    key: object,
    others?: object,
  ): Promise<Row<IdOf<T>>>;
  read<T extends ObjectLiteral>(entity: Entity<T>, id: RecordId): Promise<Row<IdOf<T>>>;
  /** Runs the project's seeds as `npm run seed` does; returns the names of those that ran. */
  seed(): Promise<readonly string[]>;
  /** What features work with: none of their work runs by itself in a test. */
  readonly parts: ServiceParts;
  stop(): Promise<void>;
}

/** How many are running, in files that share modules. */
let running = 0;

/** Starts a project's service as `main` does, except for the administrator: `as` creates the users that a test needs. */
export async function startTestService(project: Project): Promise<TestService> {
  const parts = await openService(project);
  const { app, engine, passwords } = parts;
  const server = createServer(app);
  running += 1;
  const url = await listen(server);
  const makeUser = userMaker(parts, url);
  const users = new Map<string, Promise<TestUser>>();
  return {
    url,
    anonymous: clientOf(url),
    as: (role, tenant = 'here', name) => {
      const username = `${name === undefined ? '' : `${name}, `}${role} of ${tenant}`;
      return once(users, username, () => makeUser(username, role, tenant));
    },
    insert: async (entity, values) => (await engine.system(entity).create(values)) as never,
    findOrInsert: async (entity, key, others = {}) => {
      const rows = engine.system(entity);
      return ((await rows.findOne({ where: key })) ??
        (await rows.create({ ...others, ...key }))) as never;
    },
    read: async (entity, id) => (await engine.system(entity).get(id as never)) as never,
    seed: () => {
      const { database, settings } = parts;
      const workbench = createWorkbench(project, database, passwords, settings);
      return runSeeds(workbench, project.seeds ?? [], () => undefined);
    },
    parts,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await passwords.close();
      await parts.close();
      running -= 1;
      if (running === 0) restartFresh();
    },
  };
}

/** The parts of the service, on a migrated database. */
async function openService(project: Project) {
  const { settings, database, features, close } = await openMigratedDatabase(project);
  const passwords = createPasswords(passwordOptions(settings));
  const directory = new Directory(database, settings.signInBy);
  const search = { config: () => ({ models: [], fields: [] }), searchedFields: () => [] };
  const logger = createLogger('silent');
  const shared = { settings, logger, database, features, folder: sourceFolder(project) };
  const composed = compose(project, { ...shared, passwords, directory, search });
  return { ...shared, ...composed, close, passwords, directory, user: project.user };
}

type Parts = Awaited<ReturnType<typeof openService>>;

/** Creates users without a password, which would take time to hash, and signs them in. */
function userMaker({ database, directory, tokens, user: entity }: Parts, url: string) {
  const tenants = new Map<string, Promise<Tenant>>();
  const save = async <T extends ObjectLiteral>(target: new () => T, values: DeepPartial<T>) => {
    const saved = await database.write((session) => {
      const { manager } = session.runner();
      return manager.save(manager.create(target, values));
    });
    directory.changed();
    return saved;
  };
  const tenantClass = database.dataSource.getMetadata(TENANTS).target as new () => Tenant;
  return async (username: string, roleName: string, tenantName: string): Promise<TestUser> => {
    const tenant = await once(tenants, tenantName, () => save(tenantClass, { name: tenantName }));
    const role =
      (await database.dataSource.manager.findOneBy(Role, { name: roleName })) ??
      (await save(Role, { name: roleName, allowed_methods: [...ALL_METHODS] }));
    const user = await save(entity, {
      username,
      username_key: usernameKey(username),
      password_hash: 'nobody signs in with a password here',
      token_version: 'test',
      roles: [role],
      tenants: [tenant],
    });
    const client = clientOf(url, tokens.issue(user.id, 'test'));
    return { ...client, id: user.id, tenantId: tenant.id };
  };
}

function once<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(url: string, token?: string): Client {
  const send = async <Body>(method: string, path: string, body?: object): Promise<Answer<Body>> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    const answer = (await readAnswer(response)) as Body;
    const { errors = {} } = Object(answer) as Partial<Answer>;
    return { status, headers, body: answer, errors };
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
    create: async <Id extends RecordId>(path: string, values: object) => {
      const { status, body } = await send('POST', path, values);
      if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
      return body as Row<Id>;
    },
  };
}

/** One counter per list and kind of text: a shared one would skip values. */
const counts = new Map<string, number>();
const next = (what = '') => {
  const count = (counts.get(what) ?? 0) + 1;
  counts.set(what, count);
  return count;
};
const day = (number: number) => new Date(Date.UTC(2000, 0, number)).toISOString();

/** Starts over: the rows with these values are gone. */
export const restartFresh = (): void => {
  counts.clear();
};

/** Values that no row has yet. */
export const fresh = {
  /** A text of `min` to `max` characters. */
  text({ min = 0, max = Infinity }: { min?: number; max?: number } = {}): string {
    const text = next().toString(36);
    return text.padStart(Math.max(min, Math.min(max, 6)), '0').slice(-max);
  },
  email: () => `somebody-${next()}@example.com`,
  url: () => `https://example.com/${next()}`,
  /** A number of at least `min`; those up to `max` in turn, in steps. */
  number(min = 0, max = Infinity, step = 1): number {
    if (max === Infinity) return min + next();
    // What is missing of a whole step is an error of binary fractions.
    const count = Math.floor((max - min) / step + 1e-6) + 1;
    const number = min + step * (next(`${min} to ${max}`) % count);
    return Number(number.toFixed(9));
  },
  bigint: (min = 0, max = Infinity): string => String(fresh.number(min, max)),
  date: () => day(next()).slice(0, 10),
  time: () => new Date(next() * 1000).toISOString().slice(11, 19),
  datetime: () => day(next()),
  uuid: () => randomUUID(),
  color: () => `#${next().toString(16).padStart(6, '0')}`,
  /** Each of a few values in turn. */
  of: <T>(values: readonly T[]): T => values[next(JSON.stringify(values)) % values.length]!,
  /** `B-0001` after `B-0000`: digits count as digits and letters as letters, the last first. */
  like: (text: string): string => countUp(text, next(text)),
};

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function countUp(text: string, by: number): string {
  let left = by;
  const counted = [...text].reverse().map((character) => {
    const alphabet = ALPHABETS.find((one) => one.includes(character));
    if (!alphabet) return character;
    const place = alphabet.indexOf(character) + left;
    left = Math.floor(place / alphabet.length);
    return alphabet[place % alphabet.length]!;
  });
  return counted.reverse().join('');
}
