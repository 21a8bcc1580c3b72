import express, { type Request, type RequestHandler, type Router } from 'express';
import type { EngineWithPolicy } from '../crud/create-engine.js';
import { endpoint, type Handlers } from '../http/endpoint.js';
import { forbidden } from '../problem/problem.js';
import { jsonObject, readJson } from '../http/read-json.js';
import { textFields } from '../http/text-fields.js';
import { changePassword } from './change-password.js';
import { fieldPermissions, resourcePermissions } from './permissions.js';
import type { Authentication } from './authentication.js';
import { signIn, type SignInParts } from './sign-in.js';
import { registerUser } from './register-user.js';
import { userRecords } from './user-entity.js';
import type { Settings } from '../settings/settings.js';

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
    users.demand('create');
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
  serve('/roles', { get: roles }, signedIn, demandRole);
  serve(
    '/resource-permissions',
    { get: (_request, response) => void response.json(resourcePermissions(engine.models)) },
    signedIn,
    demandRole,
  );
  serve(
    '/field-permissions',
    {
      get: ({ currentUser }, response) =>
        void response.json(fieldPermissions(engine.models, engine.policy, currentUser!)),
    },
    signedIn,
    demandRole,
  );
  return router;
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store');
  next();
};

/** Without a role there is nothing to see but oneself. */
const demandRole: RequestHandler = (request, _response, next) => {
  if (request.currentUser!.roles.length === 0) throw forbidden('You have no role here.');
  next();
};

/** The caller's address; behind proxies that `TRUST_PROXY` names, the one that they tell. */
const addressOf = (request: Request): string => request.ip ?? '';
