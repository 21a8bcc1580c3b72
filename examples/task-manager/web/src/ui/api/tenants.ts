import { useSyncExternalStore } from 'react';
import { request } from './http';

/** One of the caller's own tenants. */
export interface OwnTenant {
  id: number;
  name: string;
}

interface OwnTenants {
  tenants: readonly OwnTenant[];
  /** Resource -> the field with a record's tenant, where its lists can be filtered by it. */
  fields: Readonly<Record<string, string>>;
}

export interface TenantChoice extends OwnTenants {
  /** The tenant that the user works in; null for all of them. */
  chosen: OwnTenant | null;
}

/** Where the browser stores the choice until sign-out. */
const KEY = 'chosen_tenant';
const ALL: TenantChoice = { tenants: [], fields: {}, chosen: null };

const listeners = new Set<() => void>();
let choice = ALL;

/** Loads the tenants of a user, unless there is no choice, and restores the earlier choice. */
export async function loadTenants(user: number, ids: readonly number[]): Promise<void> {
  if (ids.length < 2) return become(ALL);
  const { data } = await request<OwnTenants>('/auth/tenants');
  const kept = storedChoice();
  const tenant = kept?.user === user ? kept.tenant : null;
  become({ ...data, chosen: data.tenants.find(({ id }) => id === tenant) ?? null });
}

/** Chooses the tenant to work in, null for all, and stores that for the user. */
export function chooseTenant(user: number, tenant: number | null): void {
  localStorage.setItem(KEY, JSON.stringify({ user, tenant }));
  become({ ...choice, chosen: choice.tenants.find(({ id }) => id === tenant) ?? null });
}

/** On signing out, the choice is deleted. */
export function forgetTenants(): void {
  localStorage.removeItem(KEY);
  become(ALL);
}

function become(next: TenantChoice): void {
  choice = next;
  listeners.forEach((listener) => listener());
}

function storedChoice(): { user: number; tenant: number | null } | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as ReturnType<typeof storedChoice>;
  } catch {
    return null;
  }
}

/** The tenants to choose from, none without a choice, and the one that the user works in. */
export function useTenants(): TenantChoice {
  return useSyncExternalStore(subscribe, () => choice);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the tenant that the user works in; null for all of them. */
export const chosenTenant = (): number | null => choice.chosen?.id ?? null;

/** The name of one of the caller's tenants, even for those who may not read tenants. */
export const ownTenantName = (resource: string, id: number): string | undefined =>
  resource === 'tenant' ? choice.tenants.find((one) => one.id === id)?.name : undefined;

/**
 * The values of the tenant that the user works in: a filter of a list, the default of a new record. Empty for a model without
 * tenants. A view, not a guard: the service alone decides what a user may see and write.
 */
export function ofTenant(resource: string): Readonly<Record<string, number>> {
  const field = Object.hasOwn(choice.fields, resource) ? choice.fields[resource] : undefined;
  return choice.chosen === null || field === undefined ? {} : { [field]: choice.chosen.id };
}
