import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest';
import type { Login } from './global-setup.js';
import {
  launchService,
  type Database,
  type Example,
  type Service,
  type StartOptions,
} from './harness.js';
import { Client, demand, send, type Answer, type Row } from './http.js';
import { kindOfIds } from './ids.js';

const databases = (process.env.CONTRACT_DATABASES ?? 'sqlite,postgres').split(',') as Database[];

/** Runs the same table of tests on every database; on all of them at once where they are `concurrent`. */
export function onEachDatabase(
  body: (database: Database) => void,
  { concurrent = false } = {},
): void {
  describe.each(databases)('%s', { concurrent }, body);
}

async function askBroker<T>(path: string): Promise<T> {
  const answer = await send(inject('contractBroker'), 'GET', path);
  return demand(answer, 200, `contract broker ${path}`).body as T;
}

/** The shared service of an example, with its features, on a database. */
export interface Shared {
  /** Its base URL; known once the first `beforeAll` has run. */
  readonly url: string;
  /** Requests without a token. */
  readonly anonymous: Client;
  /** Requests of a member of the cast, or of `admin`. */
  as(name: string): Client;
  /** That member's profile. */
  user(name: string): Promise<Row>;
  /** That member's token. */
  token(name: string): Promise<string>;
}

/** Asks in a `beforeAll` for the shared service of an example, with some features more. */
export function useService(
  example: Example,
  database: Database,
  features: readonly string[] = [],
): Shared {
  const named = [example, ...features, kindOfIds() ?? []].flat().join('+');
  let url = '';
  const logins = new Map<string, Promise<Login>>();
  const login = (name: string): Promise<Login> => {
    const known = logins.get(name) ?? askBroker<Login>(`/login/${named}/${database}/${name}`);
    logins.set(name, known);
    return known;
  };
  beforeAll(async () => {
    ({ url } = await askBroker<{ url: string }>(`/service/${named}/${database}`));
  }, 120_000);
  const token = async (name: string): Promise<string> => (await login(name)).token;
  return {
    get url() {
      return url;
    },
    anonymous: new Client(
      () => url,
      () => undefined,
    ),
    as: (name) =>
      new Client(
        () => url,
        () => token(name),
      ),
    user: async (name) => (await login(name)).user,
    token,
  };
}

export type PrivateOptions = Omit<StartOptions, 'databaseUrl'> & {
  database: Database;
  databaseUrl?: string;
};

/** A database of its own, as a URL. */
export async function freshDatabase(database: Database): Promise<string> {
  return (await askBroker<{ url: string }>(`/database/${database}`)).url;
}

/** Starts a service that ends with the test, without waiting until it is ready. */
export async function launch(options: PrivateOptions): Promise<Service> {
  const databaseUrl = options.databaseUrl ?? (await freshDatabase(options.database));
  const service = await launchService({ ...options, databaseUrl });
  onTestFinished(() => service.dispose());
  return service;
}

/** Starts a service that ends with the test. */
export async function startService(options: PrivateOptions): Promise<Service> {
  return (await launch(options)).ready();
}

/** Starts a service that must refuse to start: its exit code and what it printed. */
export async function startRefused(
  options: PrivateOptions,
): Promise<{ code: number | null; output: string }> {
  const service = await launch(options);
  const timer = setTimeout(() => service.child.kill('SIGKILL'), 20_000);
  const code = await service.ended;
  clearTimeout(timer);
  return { code, output: service.output };
}

/** A client for any base URL and token. */
export function clientOf(url: string, token?: string): Client {
  return new Client(
    () => url,
    () => token,
  );
}

/** Logs in by HTTP. */
export function logIn(url: string, username: string, password: string): Promise<Answer> {
  return send(url, 'POST', '/auth/login', { body: { username, password } });
}

/** A client with a fresh login that must succeed. */
export async function clientFor(url: string, username: string, password: string): Promise<Client> {
  const answer = demand(await logIn(url, username, password), 200, `login of ${username}`);
  return clientOf(url, (answer.body as { access_token: string }).access_token);
}

/** A private service for the tests of one block: started before them, ended after. */
export function usePrivate(options: PrivateOptions): {
  readonly url: string;
  readonly databaseUrl: string;
  service(): Service;
} {
  let running: Service | undefined;
  let databaseUrl = '';
  beforeAll(async () => {
    databaseUrl = options.databaseUrl ?? (await freshDatabase(options.database));
    running = await launchService({ ...options, databaseUrl });
    await running.ready();
  }, 120_000);
  afterAll(async () => {
    await running?.dispose();
  });
  const service = (): Service => {
    if (!running) throw new Error('the private service is not running yet');
    return running;
  };
  return {
    get url() {
      return service().url;
    },
    get databaseUrl() {
      return databaseUrl;
    },
    service,
  };
}
