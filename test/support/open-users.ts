import { Role, Tenant } from '../../templates/service/engine/auth/entities.js';
import { ALL_METHODS } from '../../templates/service/engine/model/access-rules.js';
import type { Project } from '../../templates/service/engine/service/project.js';
import { User } from '../../templates/service/src/models/user/user.model.js';
import { composeService, listen } from './compose-service.js';

/** What a request was answered with. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the service sends
  readonly body: any;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

/** A service of a project that listens, with a role of its own beside the preset ones, and users who ask it. */
export async function openUsers(
  project: Project,
  url: string,
  { features, role: name }: { readonly features: Map<object, object>; readonly role: string },
) {
  const { app, parts, directory, tokens, ...composed } = await composeService(project, url, {
    features,
  });
  const server = await listen(app);
  const { dataSource } = parts.database;
  await dataSource
    .getRepository(Role)
    .save({ name, allowed_methods: [...ALL_METHODS], is_preset: false });
  directory.changed();

  /** A user with a role, in new tenants. */
  async function userOf(username: string, roleName: string, ...tenantNames: readonly string[]) {
    const role = await dataSource.getRepository(Role).findOneByOrFail({ name: roleName });
    const named = tenantNames.map((tenant) => ({ name: tenant }));
    const tenants = await dataSource.getRepository(Tenant).save(named);
    const user = await dataSource.getRepository(User).save({
      ...{ username, username_key: username, password_hash: 'none', token_version: 'test' },
      ...{ roles: [role], tenants },
    });
    directory.changed();
    const token = tokens.issue(user.id, 'test');
    const ask = askAs(`Bearer ${token}`, server.origin);
    return { id: user.id, tenants: tenants.map(({ id }) => id), token, ask };
  }
  const close = async () => {
    await server.close();
    await composed.close();
  };
  const { origin } = server;
  return { parts, engine: parts.engine, dataSource, origin, tokens, userOf, close };
}

/** Asks by JSON, or with a text as a file. */
const askAs =
  (authorization: string, origin: string): Ask =>
  async (method, path, body, headers = {}) => {
    const isFile = typeof body === 'string';
    const answer = await fetch(origin + path, {
      method,
      headers: {
        authorization,
        ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
