import { useSyncExternalStore } from 'react';
import type { RecordId } from '../application';

/** A tenant whose records the user sees. */
export interface SeenTenant {
  id: RecordId;
  name: string;
}

/** What the service answers about a user's tenants. */
export interface TenantAnswer {
  /** The user's own, or all where a role of theirs sees the records of every tenant. */
  tenants: readonly SeenTenant[];
  /** Resource -> the field with a record's tenant, where its lists can be filtered by it. */
  fields: Readonly<Record<string, string>>;
  /** Resources of which the user sees the records of every tenant. */
  every_tenant: readonly string[];
  /** Resource -> the fields that the service fills in for the user, who could name no other owner or tenant. */
  filled: Readonly<Record<string, readonly string[]>>;
  /** Resource -> the field in which the user must name the tenant of a record. */
  required: Readonly<Record<string, string>>;
  /** Resource -> the fields whose owner the user may name as these sign in. */
  by_name: Readonly<Record<string, readonly string[]>>;
}

export interface TenantChoice extends TenantAnswer {
  /** The ids of the tenants that the user belongs to. */
  own: readonly RecordId[];
  /** The tenant that the user works in; null for all of them. */
  chosen: SeenTenant | null;
}

/** Where the browser stores the choice until sign-out. */
const KEY = 'chosen_tenant';
const NONE: TenantChoice = {
  tenants: [],
  fields: {},
  every_tenant: [],
  filled: {},
  required: {},
  by_name: {},
  own: [],
  chosen: null,
};

const listeners = new Set<() => void>();
let choice = NONE;

/** Takes over what the service answers about a user's tenants, and restores the earlier choice where there is one to make. */
export function openTenants(user: RecordId, own: readonly RecordId[], answer: TenantAnswer): void {
  const kept = storedChoice();
  const tenant = kept?.user === user && answer.tenants.length > 1 ? kept.tenant : null;
  become({ ...answer, own, chosen: answer.tenants.find(({ id }) => id === tenant) ?? null });
}

/** Chooses the tenant to work in, null for all, and stores that for the user. */
export function chooseTenant(user: RecordId, tenant: RecordId | null): void {
  localStorage.setItem(KEY, JSON.stringify({ user, tenant }));
  become({ ...choice, chosen: choice.tenants.find(({ id }) => id === tenant) ?? null });
}

/** On signing out, the choice is deleted. */
export function forgetTenants(): void {
  localStorage.removeItem(KEY);
  become(NONE);
}

function become(next: TenantChoice): void {
  choice = next;
  listeners.forEach((listener) => listener());
}

function storedChoice(): { user: RecordId; tenant: RecordId | null } | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as ReturnType<typeof storedChoice>;
  } catch {
    return null;
  }
}

/** The tenants that the user may choose from, and the one that they work in. */
export function useTenants(): TenantChoice {
  return useSyncExternalStore(subscribe, () => choice);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id of the tenant that the user works in; null for all of them. */
export const chosenTenant = (): RecordId | null => choice.chosen?.id ?? null;

/** The name of a tenant whose records the user sees, even for those who may not read tenants. */
export const tenantName = (resource: string, id: RecordId): string | undefined =>
  resource === 'tenant' ? choice.tenants.find((one) => one.id === id)?.name : undefined;

/** Whether the service fills in this field of a record by the user's own id, or their tenant's. */
export const isFilledIn = (resource: string, source: string): boolean =>
  Object.hasOwn(choice.filled, resource) && choice.filled[resource]!.includes(source);

/** Whether the user may name the owner of a record in this field. */
export const isOwnerByName = (resource: string, source: string): boolean =>
  Object.hasOwn(choice.by_name, resource) && choice.by_name[resource]!.includes(source);

/** Whether the user must name the tenant of a record in this field. */
export const isTenantRequired = (resource: string, source: string): boolean =>
  Object.hasOwn(choice.required, resource) && choice.required[resource] === source;

/** The tenants that records of this resource have for the user. */
export const tenantsFor = (
  resource: string,
  { tenants, own, every_tenant }: TenantChoice,
): readonly SeenTenant[] =>
  every_tenant.includes(resource) ? tenants : tenants.filter(({ id }) => own.includes(id));

/** Whether new records may be of the tenant that the user works in: a role may show it in other models alone. */
export const reachesChosen = (resource: string): boolean =>
  Object.keys(ofTenant(resource)).length === 0 ||
  tenantsFor(resource, choice).some(({ id }) => id === choice.chosen?.id);

/**
 * The values of the tenant that the user works in: a filter of a list, the default of a new record. Empty for a model without
 * tenants. A view, not a guard: the service alone decides what a user may see and write.
 */
export function ofTenant(resource: string): Readonly<Record<string, RecordId>> {
  const field = tenantField(resource);
  return choice.chosen === null || field === undefined ? {} : { [field]: choice.chosen.id };
}

/** The field with the tenant of such records; undefined for a model without tenants. */
export const tenantField = (resource: string): string | undefined =>
  Object.hasOwn(choice.fields, resource) ? choice.fields[resource] : undefined;

/**
 * The field of a record's tenant, and the field from which it is filled in where the record is made for another one, such as an order for
 * a vehicle. Empty unless the user has to name a tenant.
 */
export function tenantFrom(resource: string, other: string): Readonly<Record<string, string>> {
  const [field, from] = [tenantField(resource), tenantField(other)];
  const isAsked = field !== undefined && isTenantRequired(resource, field);
  return isAsked && from !== undefined ? { [field]: from } : {};
}

/** The tenant of a new record that is made for another one. */
export const tenantOfOther = (
  resource: string,
  other: string,
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(tenantFrom(resource, other)).flatMap(([field, from]) =>
      record[from] == null ? [] : [[field, record[from]]],
    ),
  );

/**
 * The filter of the records that a record of this tenant is likely to refer to: those of the same tenant. Empty where there is
 * nothing to tell apart: no tenant, a model without tenants, or a user who sees a single one.
 */
export function ofSameTenant(
  tenant: unknown,
  reference: string,
): Readonly<Record<string, RecordId>> {
  const field = tenantField(reference);
  const isTold = typeof tenant === 'number' && choice.tenants.length > 1;
  return isTold && field !== undefined ? { [field]: tenant } : {};
}
