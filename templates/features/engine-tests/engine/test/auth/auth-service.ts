import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessControlModels, accessEntities } from '../../auth/access-control.js';
import { createAccounts } from '../../auth/own-account.js';
import { createAuthentication } from '../../auth/authentication.js';
import { Directory } from '../../auth/directory.js';
import { createGate } from '../../auth/gate.js';
import { createProofs } from '../../auth/proofs.js';
import { createSecurityEvents } from '../../auth/security-events.js';
import { prepareAccess } from '../../auth/first-start.js';
import { createPasswords } from '../../auth/passwords.js';
import { createThrottle } from '../../auth/throttle.js';
import { createTokens } from '../../auth/tokens.js';
import { createEngine } from '../../records/create-engine.js';
import type { Database } from '../../database/database.js';
import { migrate } from '../../database/migrate.js';
import { openDatabase } from '../../database/open-database.js';
import type { ModelModule } from '../../model/model-module.js';
import type { AppParts } from '../../service/project.js';
import { createLogger } from '../../http/request-log.js';
import { createApp, project } from '../fixtures/project.js';
import { readSettings } from '../fixtures/settings.js';
import { User } from '../fixtures/user.model.js';

export const SECRET = 'the secret of these tests, long enough';

/** A migrated database in a file of its own, as replicas share it. */
export async function openFile(file: string): Promise<Database> {
  const database = await openDatabase(`sqlite:${file}`, accessEntities(User), project.migrations);
  await migrate(database);
  return database;
}

export function makeFolder(): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'service-auth-'));
  return {
    file: join(folder, 'app.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Replica {
  readonly url: string;
  readonly parts: AppParts;
  readonly log: string[];
  /** The answer to a request; a body is sent as JSON. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  /** The token of a sign-in that must succeed. */
  token(username: string, password: string): Promise<string>;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into answers
}

/** The service as it starts, but with quick password hashes; several on one file are replicas. */
export async function startReplica(
  file: string,
  env: Record<string, string> = {},
  now: () => number = Date.now,
  account?: AppParts['account'],
  own?: ModelModule,
): Promise<Replica> {
  const settings = readSettings({ AUTH_SECRET: SECRET, TRUST_PROXY: 'loopback', ...env });
  const database = await openFile(file);
  const passwords = createPasswords({ cost: 4 });
  await prepareAccess(database, passwords, settings);
  const directory = new Directory(database, settings.signInBy);
  const modules = accessControlModels(User, passwords, directory.changed, own);
  const search = { config: () => ({ models: [], fields: [] }), searchedFields: () => [] };
  const { roles } = directory;
  const engine = createEngine({ database, modules, roles, ...search, settings });
  const tokens = createTokens(settings.authSecret, settings.tokenTtl);
  const throttle = createThrottle(database, now);
  const authentication = createAuthentication(tokens, directory);
  const log: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  const events = createSecurityEvents(logger);
  const gate = createGate({ tokens, directory, events, doors: [] });
  const proofs = createProofs({ directory, passwords, throttle, doors: [] });
  const signingIn = { directory, passwords, throttle, gate, events };
  const parts: AppParts = {
    ...{ settings, logger, database, modules, engine, search },
    ...{ routers: [], middleware: [], endpoints: [], features: new Map() },
    ...{ ...signingIn, tokens, proofs, authentication, account },
    accounts: createAccounts({ engine, database, ...signingIn }, account),
    folder: project.folder,
    code: project.folder,
  };
  const server = createServer(createApp(parts));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const ask: Replica['ask'] = async (method, path, { token, body, headers } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, text, body: parsed };
  };
  return {
    url,
    parts,
    log,
    ask,
    token: async (username, password) => {
      const answer = await ask('POST', '/auth/login', { body: { username, password } });
      if (answer.status !== 200) throw new Error(`login of ${username}: ${answer.text}`);
      return answer.body.access_token as string;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await passwords.close();
      await database.close();
    },
  };
}
