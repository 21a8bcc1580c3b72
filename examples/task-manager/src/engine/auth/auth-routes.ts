import express, { type Request, type RequestHandler, type Router } from 'express';
import type { EngineWithPolicy } from '../crud/create-engine.js';
import { endpoint, type Handlers } from '../http/endpoint.js';
import { forbidden, HttpProblem } from '../problem/problem.js';
import { jsonObject, readJson, textFields } from '../http/read-json.js';
import type { Settings } from '../settings/settings.js';
import type { Records } from '../model/operations.js';
import type { Action, CurrentUser } from '../model/access-rules.js';
import type { Policy } from '../access/policy.js';
import type { ModelInfo } from '../model/model-info.js';
import { changePassword, signIn, type SignInParts } from './sign-in.js';
import type { Authentication } from './authentication.js';
import { userRecords, type UserRow } from './user-entity.js';

export interface AuthParts extends SignInParts {
  readonly authentication: Authentication;
  readonly engine: EngineWithPolicy;
  readonly settings: Pick<Settings, 'bodyLimit'>;
}

/** Everything under `/auth`. */
export function createAuthRouter(parts: AuthParts): Router {
  const { directory, engine, settings } = parts;
  const { signedIn } = parts.authentication;
  const readBody = async (request: Request) =>
    jsonObject(await readJson(request, settings.bodyLimit));

  const login: RequestHandler = async (request, response) => {
    const credentials = textFields(await readBody(request), ['username', 'password']);
    response.json(await signIn(parts, credentials, addressOf(request)));
  };

  const logout: RequestHandler = async (request, response) => {
    await parts.authentication.signOut(request);
    response.status(204).end();
  };

  const me: RequestHandler = (request, response) => {
    response.json(request.account!.profile);
  };

  const roles: RequestHandler = async (_request, response) => {
    response.json(await directory.listRoles());
  };

  const register: RequestHandler = async (request, response) => {
    const users = userRecords(engine, engine.as(request.currentUser!));
    users.authorize('create');
    const id = await registerUser(users, await readBody(request));
    response.setHeader('location', `${request.mountedAt}/user/${id}`);
    response.status(201).json((await directory.account(id))?.profile);
  };

  const newPassword: RequestHandler = async (request, response) => {
    const account = request.account!;
    response.json(
      await changePassword(parts, account, await readBody(request), addressOf(request)),
    );
  };

  const router = express.Router({ caseSensitive: true, strict: true });
  const serve = (path: string, handlers: Handlers, ...before: RequestHandler[]) =>
    endpoint(router, path, handlers, noStore, ...before);

  serve('/login', { post: login });
  serve('/logout', { post: logout });
  serve('/me', { get: me }, signedIn);
  serve('/change-password', { put: newPassword }, signedIn);
  serve('/register', { post: register }, signedIn);
  serve('/roles', { get: roles }, signedIn, requireRole);
  serve(
    '/resource-permissions',
    { get: (_request, response) => void response.json(resourcePermissions(engine.models)) },
    signedIn,
    requireRole,
  );
  serve(
    '/field-permissions',
    {
      get: ({ currentUser }, response) =>
        void response.json(fieldPermissions(engine.models, engine.policy, currentUser!)),
    },
    signedIn,
    requireRole,
  );
  return router;
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

/** Without a role there is nothing to see but oneself. */
const requireRole: RequestHandler = (request, _response, next) => {
  if (request.currentUser!.roles.length === 0) throw forbidden('You have no role here.');
  next();
};

/** The caller's address; behind proxies that `TRUST_PROXY` names, the one that they tell. */
const addressOf = (request: Request): string => request.ip ?? '';

/** Adds the user whom the body of `POST /auth/register` describes; gives the id. */
export async function registerUser(
  users: Records<UserRow>,
  { role_names: roles, ...values }: Readonly<Record<string, unknown>>,
): Promise<number> {
  textFields(values, ['username', 'password', 'email']);
  try {
    const { id } = await users.create({ ...values, ...(roles !== undefined && { roles }) });
    return id;
  } catch (error) {
    throw error instanceof HttpProblem ? inWordsOfTheBody(error) : error;
  }
}

/** What is a user's `roles` is `role_names` here. */
function inWordsOfTheBody({ status, detail, problems, headers }: HttpProblem): HttpProblem {
  const renamed = problems.map((problem) =>
    problem.field === 'roles' ? { ...problem, field: 'role_names' } : problem,
  );
  return new HttpProblem(status, detail, renamed, headers);
}

/** Prefix -> role -> actions, of the models that narrow what roles may do. */
export function resourcePermissions(
  models: readonly ModelInfo[],
): Record<string, Readonly<Record<string, readonly Action[]>>> {
  const narrowed = models.filter(({ access }) => Object.keys(access.roles).length > 0);
  return Object.fromEntries(narrowed.map(({ prefix, access }) => [prefix, access.roles]));
}

export interface FieldPermission {
  readonly read: boolean;
  readonly write: boolean;
}

/** Prefix -> field -> what this user may do with it, of the fields that not everybody may read and write. */
export function fieldPermissions(
  models: readonly ModelInfo[],
  policy: Policy,
  user: CurrentUser,
): Record<string, Record<string, FieldPermission>> {
  const permissions = models.map((model) => {
    const granted = (actions: readonly Action[], kind: 'readable' | 'writable', field: string) =>
      actions.some((action) => policy.grant(user, action, model)?.[kind].has(field));
    const fields = Object.keys(model.access.fields).map((field) => [
      field,
      {
        read: granted(['list', 'show'], 'readable', field),
        write: granted(['create', 'edit'], 'writable', field),
      },
    ]);
    return [model.prefix, Object.fromEntries(fields)] as const;
  });
  return Object.fromEntries(permissions.filter(([, fields]) => Object.keys(fields).length > 0));
}
