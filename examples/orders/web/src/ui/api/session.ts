import { useSyncExternalStore } from 'react';
import type { ResourcePermissions, RolePermissions } from './permissions';
import { mayDo } from './permissions';
import { openDraftsOf } from './draft';
import { request } from './http';
import { clearSession, readCached, readToken, writeCached } from './storage';

export interface User {
  id: number;
  username: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  status: string;
  roles: string[];
  tenants: number[];
}

export interface Role {
  id: number;
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
/** Whose rules they are. */
let loadedFor: number | null = null;
let loading: Promise<void> | null = null;

/** Reads the profile and the rules once per page load and sign-in; a second call waits for the first. */
export function loadSession(): Promise<void> {
  loading ??= fetchSession().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchSession(): Promise<void> {
  const [user, roles, exceptions, fields] = await Promise.all([
    request<User>('/auth/me'),
    request<Role[]>('/auth/roles'),
    request<ResourcePermissions>('/auth/resource-permissions'),
    request<FieldRules>('/auth/field-permissions'),
  ]);
  writeCached('user', user.data);
  openDraftsOf(user.data.id);
  writeCached('rolePermissions', rolePermissionsOf(roles.data));
  writeCached('resourcePermissions', exceptions.data);
  fieldRules = fields.data;
  loadedFor = user.data.id;
  listeners.forEach((listener) => listener());
}

/** Forgets everything about who is signed in. */
export function endSession(): void {
  clearSession();
  restartSession();
}

/** Forgets what was loaded; pages wait until it is loaded again for whoever is signed in now. */
export function restartSession(): void {
  fieldRules = null;
  loadedFor = null;
  loading = null;
  listeners.forEach((listener) => listener());
}

/**
 * Whether somebody is signed in, as far as the browser knows. What follows a write asks this first: react-admin
 * answers one that ended the session as if it had succeeded.
 */
export function isSignedIn(): boolean {
  return readToken() !== null;
}

/** Who is signed in, as far as the browser knows. */
export function signedInUser(): number | null {
  return readCached<User>('user')?.id ?? null;
}

/** Whether somebody else signed in, in another tab, since this one was loaded. */
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

/** The caller's rules for restricted fields; null until the service has answered. */
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
