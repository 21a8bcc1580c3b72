import { useSyncExternalStore } from 'react';
import { useResourceContext, type AuthProvider, type HttpError } from 'react-admin';
import { type FactorQuestion, type FieldFact, type RecordId, useAppResource } from '../application';
import { request } from './http';
import {
  clearSession,
  forgetCookieUser,
  forgetUnstored,
  openDraftsOf,
  readCached,
  readCookieUser,
  readSession,
  tellSignedIn,
  writeCached,
} from './storage';
import {
  forgetTenants,
  isFilledIn,
  openTenants,
  reachesChosen,
  tenantName,
  tenantsFor,
  useTenants,
  type SeenTenant,
  type TenantAnswer,
  type TenantChoice,
} from './tenants';

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;
export type Action = (typeof ACTIONS)[number];

/** Role -> its global permissions. */
export type RolePermissions = Record<string, readonly string[]>;
/** Resource -> role (or `*`, every role not listed) -> its permissions there. */
export type ResourcePermissions = Record<string, Record<string, readonly string[]>>;

/** Permissions of the preset roles until the service has responded. */
export const FALLBACK_PERMISSIONS: RolePermissions = {
  Admin: ACTIONS,
  Manager: ['list', 'show', 'create', 'edit', 'clone', 'field'],
  Viewer: ['list', 'show', 'field'],
};

/** Whether one of the roles is the administrator's, ignoring case. */
export function isAdmin(roles: readonly string[]): boolean {
  return roles.some((role) => role.toLowerCase() === 'admin');
}

export interface PermissionQuestion {
  roles: readonly string[];
  rolePermissions: RolePermissions | null;
  resourcePermissions: ResourcePermissions | null;
  action: string;
  resource: string;
}

/** Whether a single role passes both layers; exceptions can only restrict global permissions. */
export function mayDo(question: PermissionQuestion): boolean {
  const { roles, action, resource } = question;
  if (isAdmin(roles)) return true;
  const anywhere = question.rolePermissions ?? FALLBACK_PERMISSIONS;
  const exceptions = question.resourcePermissions?.[resource];
  return roles.some((role) => {
    const here = exceptionOf(exceptions, role);
    return has(anywhere[role], action) && (here === undefined || has(here, action));
  });
}

/** The actions that an exception leaves to a role; undefined without an exception. */
function exceptionOf(
  exceptions: Record<string, readonly string[]> | undefined,
  role: string,
): readonly string[] | undefined {
  if (exceptions === undefined) return undefined;
  return Object.hasOwn(exceptions, role) ? exceptions[role] : exceptions['*'];
}

function has(actions: readonly string[] | undefined, action: string): boolean {
  return actions?.includes(action) ?? false;
}

export interface User {
  id: RecordId;
  username: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  status: string;
  roles: string[];
  tenants: RecordId[];
  /** The fields that the project lets users change of themselves; none without. */
  edits?: string[];
  /** An address that the user has yet to confirm. */
  pending_email?: string | null;
}

/** What users sign in with, or are reached by: a change takes a proof. */
const OWN_NAMES = ['username', 'email'] as const;
export type OwnName = (typeof OWN_NAMES)[number];

/** The names that the user may change themselves. */
export const namesToChange = (user: Pick<User, 'edits'> | null): readonly OwnName[] =>
  OWN_NAMES.filter((name) => user?.edits?.includes(name));

export interface Role {
  id: RecordId;
  name: string;
  description: string | null;
  allowed_methods: string[];
  allowed_actions: string[];
  is_preset: boolean;
}

export interface FieldRule {
  read: boolean;
  write: boolean;
}
/** Resource -> restricted field -> what the caller may do with it. */
export type FieldRules = Record<string, Record<string, FieldRule>>;

/** Users, roles and tenants belong to administrators; the service says so too, but perhaps not in its list. */
const ACCESS_CONTROL: ResourcePermissions = {
  user: { '*': [] },
  role: { '*': [] },
  tenant: { '*': [] },
};

const listeners = new Set<() => void>();
let fieldRules: FieldRules | null = null;
/** The user whose rules they are. */
let loadedFor: RecordId | null = null;
let loading: Promise<void> | null = null;

/** Reads the profile and the rules once per page load and sign-in; concurrent calls share the request. */
export function loadSession(): Promise<void> {
  loading ??= fetchSession().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchSession(): Promise<void> {
  const session = readSession();
  const [user, roles, exceptions, fields, tenants] = await Promise.all([
    request<User>('/auth/me'),
    request<Role[]>('/auth/roles'),
    request<ResourcePermissions>('/auth/resource-permissions'),
    request<FieldRules>('/auth/field-permissions'),
    request<TenantAnswer>('/auth/tenants'),
  ]);
  // Another user has signed in meanwhile: these are the responses for an earlier session.
  if (readSession() !== session) return isSignedIn() ? fetchSession() : undefined;
  openTenants(user.data.id, user.data.tenants, tenants.data);
  writeCached('user', user.data);
  openDraftsOf(user.data.id);
  writeCached('rolePermissions', rolePermissionsOf(roles.data));
  writeCached('resourcePermissions', exceptions.data);
  fieldRules = fields.data;
  loadedFor = user.data.id;
  listeners.forEach((listener) => listener());
}

/** Clears everything about the signed-in user. */
export function endSession(): void {
  forgetCookieUser();
  forgetUser();
}

function forgetUser(): void {
  clearSession();
  forgetTenants();
  restartSession();
}

/** Clears what was loaded; pages wait until it is loaded again for the current user. */
export function restartSession(): void {
  forgetUnstored();
  fieldRules = null;
  loadedFor = null;
  loading = null;
  listeners.forEach((listener) => listener());
}

/**
 * Whether somebody is signed in, as far as the browser knows. To be checked after a write: react-admin treats one that ended
 * the session as successful.
 */
export function isSignedIn(): boolean {
  return readSession() !== null;
}

/** The id of the signed-in user, as far as the browser knows. */
export function signedInUser(): RecordId | null {
  return readCookieUser() ?? readCached<User>('user')?.id ?? null;
}

/** Whether another user has signed in, in another tab, since this one was loaded. */
export function isOfAnotherUser(): boolean {
  const user = signedInUser();
  return loadedFor !== null && user !== null && user !== loadedFor;
}

/** Whether the signed-in user may do this, by the cached roles and exceptions. */
export function sessionMayDo(action: string, resource: string): boolean {
  return mayDo({
    roles: readCached<User>('user')?.roles ?? [],
    rolePermissions: readCached<RolePermissions>('rolePermissions'),
    resourcePermissions: {
      ...ACCESS_CONTROL,
      ...readCached<ResourcePermissions>('resourcePermissions'),
    },
    action,
    resource,
  });
}

/** Whether the signed-in user may not do this; after a sign-out the first response says so. */
export function isRefused(action: string, resource: string): boolean {
  return isSignedIn() && !sessionMayDo(action, resource);
}

/** The caller's rules for restricted fields; null until loaded. */
export function useFieldRules(): FieldRules | null {
  return useSyncExternalStore(subscribe, () => fieldRules);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function rolePermissionsOf(roles: readonly Role[]): RolePermissions {
  return Object.fromEntries(roles.map((role) => [role.name, role.allowed_actions]));
}

const UNRESTRICTED: FieldRule = { read: true, write: true };

/** The caller's permission for a field of the current (or the given) resource. */
export function useFieldRule(source: string, resource?: string): FieldRule {
  const current = useResourceContext({ resource });
  const rules = useFieldRules();
  return rules?.[current ?? '']?.[source] ?? UNRESTRICTED;
}

/** The caller's permissions for many fields of a resource at once. */
export function useFieldRuleOf(resource?: string): (source: string) => FieldRule {
  const current = useResourceContext({ resource });
  const rules = useFieldRules();
  return (source) => rules?.[current ?? '']?.[source] ?? UNRESTRICTED;
}

/** A session as the service answers it, whichever way somebody has signed in; without a token it is in a cookie. */
export interface SessionAnswer {
  access_token?: string;
  user: User;
}

/** The service asks for a second factor before it gives a session. */
export class FactorAsked extends Error {
  constructor(readonly question: FactorQuestion) {
    super('auth.factor');
  }
}

type Login = { username: string; password: string } | { session: SessionAnswer };

/** The session that somebody has, or gets for name and password; `FactorAsked` where these do not suffice. */
async function sessionOf(login: Login): Promise<SessionAnswer> {
  if ('session' in login) return login.session;
  const { data } = await request<SessionAnswer | { factor: FactorQuestion }>('/auth/login', {
    method: 'POST',
    body: login,
  });
  if ('factor' in data) throw new FactorAsked(data.factor);
  return data;
}

/** Who is signed in; of a session in a cookie only the service knows once the page was loaded again. */
async function currentUser(): Promise<User> {
  if (readCached('user') === null) await loadSession().catch(() => undefined);
  return readCached<User>('user') ?? (await request<User>('/auth/me')).data;
}

/** Sign-in with the service; permissions come from its global and resource permissions. */
export const authProvider: AuthProvider = {
  async login(login: Login) {
    const session = await sessionOf(login);
    forgetUser();
    if (session.access_token !== undefined) writeCached('token', session.access_token);
    writeCached('user', session.user);
    tellSignedIn();
    await loadSession();
  },

  logout() {
    // Sent with the token that is being dropped; nothing waits for the response, which never comes offline.
    if (isSignedIn())
      request('/auth/logout', { method: 'POST', keepalive: true }).catch(() => undefined);
    endSession();
    return Promise.resolve();
  },

  checkAuth() {
    return isSignedIn() ? Promise.resolve() : Promise.reject(new Error('auth.signed_out'));
  },

  checkError(error: HttpError) {
    return error.status === 401 ? Promise.reject(new Error('auth.expired')) : Promise.resolve();
  },

  async getIdentity() {
    const user = await currentUser();
    return { ...user, fullName: fullName(user) };
  },

  getPermissions: async () => (isSignedIn() ? (await currentUser()).roles : []),

  async canAccess({ action, resource }) {
    await loadSession().catch(() => undefined);
    return sessionMayDo(action, resource);
  },
};

/** `Ada Lovelace`, or the user name without a name. */
export function fullName(user: Pick<User, 'username' | 'first_name' | 'last_name'>): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username;
}

/** The label of a record that the user knows without reading it: themselves, and the tenants whose records they see. */
export function knownRecord(resource: string, id: RecordId): string | undefined {
  const user = readCached<User>('user');
  return resource === 'user' && user?.id === id ? fullName(user) : tenantName(resource, id);
}

/**
 * The records that a filter by a reference can choose among where the user may not list them: their tenants, and themselves.
 * With a single tenant there is nothing to choose.
 */
export function knownChoices(
  resource: string,
  reference: string,
  choice: TenantChoice,
): readonly SeenTenant[] {
  const user = readCached<User>('user');
  if (reference === 'user') return user === null ? [] : [{ id: user.id, name: fullName(user) }];
  const tenants = reference === 'tenant' ? tenantsFor(resource, choice) : [];
  return tenants.length > 1 ? tenants : [];
}

/** Whether a field needs no input: the service fills it in, and the user may not list what else there would be. */
export const needsNoInput = (resource: string, { source, reference }: FieldPlace): boolean =>
  isFilledIn(resource, source) && reference !== undefined && !sessionMayDo('list', reference);

type FieldPlace = Pick<FieldFact, 'source' | 'reference'>;

/**
 * Whether the user may do this to records of a model on its pages; nobody may where the model is not for that, nor make records
 * of a tenant that they see in other models alone.
 */
export function useCanWrite(
  resource: string,
  action: 'create' | 'edit' | 'clone' | 'delete',
): boolean {
  const { readOnly, permanent } = useAppResource(resource) ?? {};
  const isClosed = action === 'delete' ? permanent : readOnly;
  useTenants();
  const isElsewhere = (action === 'create' || action === 'clone') && !reachesChosen(resource);
  return isClosed !== true && !isElsewhere && sessionMayDo(action, resource);
}
