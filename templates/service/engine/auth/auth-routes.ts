import express, { type Request, type RequestHandler, type Router } from 'express';
import { ownersByName } from '../access/row-rules.js';
import type { NumericId } from '../fields/record-id.js';
import type { Database } from '../database/database.js';
import { clientOf } from '../http/client.js';
import { endpoint, type Handlers } from '../http/endpoint.js';
import { forbidden, HttpProblem } from '../problem/problem.js';
import { queryOf } from '../routes/respond.js';
import { readObject, textFields } from '../http/read-body.js';
import { noStore } from '../http/security-headers.js';
import type { Settings } from '../settings/settings.js';
import type { Records } from '../model/records.js';
import type { Proofs } from './proofs.js';
import {
  changePassword,
  setFirstPassword,
  verifyPassword,
  type Authentication,
} from './authentication.js';
import { ceilingOf, isGiven } from './ceiling.js';
import { Role, userRecords, usersIn, type UserRow } from './entities.js';
import { ownerByName } from './owner-by-name.js';
import {
  createOwnAccount,
  type AccountRules,
  type OwnAccount,
  type OwnAccountParts,
} from './own-account.js';
import {
  fieldPermissions,
  resourcePermissions,
  tenantPermissions,
  readRoleQuestion,
  rolePermissions,
} from './permissions.js';

export interface AuthParts extends OwnAccountParts {
  readonly authentication: Authentication;
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly proofs: Proofs;
  readonly settings: Pick<Settings, 'bodyLimit' | 'signInBy'>;
  /** What users may do with their own account; nothing without it. */
  readonly account?: AccountRules | undefined;
}

/** New names and addresses of one user in a time window: each answer says whether somebody has it. */
const MAX_NEW_NAMES = 10;

/** Lists the roles: all of them, or those that the caller may give. */
const rolesFor =
  ({ directory, engine }: AuthParts): RequestHandler =>
  async (request, response) => {
    const all = await directory.listRoles();
    if (!('may_give' in queryOf(request))) return void response.json(all);
    const ceiling = ceilingOf(request.currentUser!, usersIn(engine.models).access);
    response.json(all.filter(({ name }) => isGiven(ceiling, name)));
  };

/** Everything under `/auth`. */
export function createAuthRouter(parts: AuthParts): Router {
  const { directory, engine, settings } = parts;
  const { signedIn, inPerson } = parts.authentication;
  const account = createOwnAccount(parts, parts.account);
  const readBody = (request: Request) => readObject(request, settings);

  const login: RequestHandler = async (request, response) => {
    const credentials = textFields(await readBody(request), ['username', 'password']);
    const client = clientOf(request);
    const known = await verifyPassword(parts, credentials, client);
    const admission = await parts.gate.admit(known, { way: 'password', ...client });
    response.json(await account.answer(known, admission));
  };

  const signInBy: RequestHandler = (_request, response) =>
    void response.json({ sign_in_by: settings.signInBy });

  const logout: RequestHandler = async (request, response) => {
    // First: a session that has ended already is forgotten, too.
    request.tokenKeeper?.forget();
    await parts.authentication.signOut(request);
    response.status(204).end();
  };

  const register: RequestHandler = async (request, response) => {
    const users = userRecords(engine, engine.as(request.currentUser!));
    users.authorize('create');
    const id = await registerUser(users, await readBody(request));
    response.setHeader('location', `${request.mountedAt}/user/${id}`);
    response.status(201).json((await directory.account(id))?.profile);
  };

  const newPassword: RequestHandler = async (request, response) => {
    const client = clientOf(request);
    const body = await readBody(request);
    const isFirst = 'proof' in body && !(await parts.proofs.hasPassword(request.account!));
    const change = isFirst ? setFirstPassword : changePassword;
    const changed = await change(parts, request.account!, body, client);
    const session = await parts.gate.open(changed, { way: 'new-password', ...client });
    response.json(await account.answer(changed, session));
  };

  const owner: RequestHandler = async (request, response) => {
    const id = await ownerByName(request.currentUser!, await readBody(request), parts);
    response.json({ id });
  };

  const router = express.Router({ caseSensitive: true, strict: true });
  const serve = (path: string, handlers: Handlers, ...before: RequestHandler[]) =>
    endpoint(router, path, handlers, noStore, ...before);

  serve('/login', { post: login });
  serve('/sign-in', { get: signInBy });
  serve('/logout', { post: logout });
  const own = ownHandlers(parts, account, readBody);
  serve('/me', own.me, signedIn);
  serve('/proof', own.proof, signedIn, inPerson);
  if (own.signUp) serve('/sign-up', own.signUp);
  serve('/change-password', { put: newPassword }, signedIn, inPerson);
  serve('/register', { post: register }, signedIn);
  serve('/roles', { get: rolesFor(parts) }, signedIn, requireRole);
  if (engine.models.some((model) => ownersByName(model).length > 0))
    serve('/owner', { post: owner }, signedIn, requireRole);
  for (const [path, get] of Object.entries(permissionHandlers(parts)))
    serve(path, { get }, signedIn, requireRole);
  return router;
}

/** What callers, and the roles that they may edit, are permitted to do. */
function permissionHandlers({ engine, directory }: AuthParts): Record<string, RequestHandler> {
  const { models, policy } = engine;
  return {
    '/resource-permissions': (_request, response) =>
      void response.json(resourcePermissions(models)),
    '/field-permissions': ({ currentUser }, response) =>
      void response.json(fieldPermissions(models, policy, currentUser!)),
    '/tenants': async ({ currentUser }, response) => {
      const permissions = tenantPermissions(models, policy, currentUser!);
      const isEvery = permissions.every_tenant.length > 0;
      const tenants = await directory.listTenants(isEvery ? 'active' : currentUser!.tenants);
      response.json({ tenants, ...permissions });
    },
    '/role-permissions': (request, response) => {
      engine.as(request.currentUser!)(Role).authorize('edit');
      const question = readRoleQuestion(queryOf(request));
      response.json(rolePermissions(models, policy, directory.roles(), question));
    },
  };
}

/** What users and anonymous callers may do with their own account, as far as the project allows it. */
function ownHandlers(
  { authentication, proofs, throttle }: AuthParts,
  account: OwnAccount,
  readBody: (request: Request) => Promise<Readonly<Record<string, unknown>>>,
): { readonly me: Handlers; readonly proof: Handlers; readonly signUp: Handlers | null } {
  const me: RequestHandler = async (request, response) => {
    response.json(await account.profile(request.account!));
  };

  const editMe: RequestHandler = async (request, response) => {
    authentication.inPerson(request, response, () => undefined);
    const { proof = {}, ...values } = await readBody(request);
    const own = request.account!;
    const client = clientOf(request);
    if (!account.isIdentifying(own, values))
      return void response.json(await account.edit(own, values, client));
    const useProof = await proofs.verify(own, { proof }, client);
    await throttle.count('new-name', String(request.currentUser!.id), MAX_NEW_NAMES);
    response.json(await account.edit(own, values, client, useProof));
  };

  const proofKinds: RequestHandler = async (request, response) => {
    const proof_by = await proofs.kinds(request.account!);
    response.json({ proof_by, has_password: await proofs.hasPassword(request.account!) });
  };

  const signUp: RequestHandler = async (request, response) => {
    const admission = await account.signUp(await readBody(request), clientOf(request));
    response.status(201).json(admission);
  };

  return {
    me: { get: me, ...(account.edits && { patch: editMe }) },
    proof: { get: proofKinds },
    signUp: account.signsUp ? { post: signUp } : null,
  };
}

/** Without a role users only see themselves. */
const requireRole: RequestHandler = (request, _response, next) => {
  if (request.currentUser!.roles.length === 0) throw forbidden('You have no role.', 'no-role');
  next();
};

/** Creates the user in the body of `POST /auth/register`; returns the id. */
export async function registerUser(
  users: Records<UserRow>,
  { role_names: roles, ...values }: Readonly<Record<string, unknown>>,
): Promise<NumericId> {
  textFields(values, ['username', 'password', 'email']);
  try {
    const sent = { ...values, ...(roles !== undefined && { roles }) };
    const { id } = await users.create(users.pick(sent, 'create'));
    return id;
  } catch (error) {
    throw error instanceof HttpProblem ? withBodyNames(error) : error;
  }
}

/** A user's `roles` are called `role_names` here. */
function withBodyNames({ status, detail, problems, headers }: HttpProblem): HttpProblem {
  const renamed = problems.map((problem) =>
    problem.field === 'roles' ? { ...problem, field: 'role_names' } : problem,
  );
  return new HttpProblem(status, detail, renamed, headers);
}
