import type { Where } from './where.js';

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;

/** What a permission allows (seed, Access control layers). */
export type Action = (typeof ACTIONS)[number];

export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;
export const WRITE_METHODS = [...READ_METHODS, 'POST', 'PUT', 'PATCH'] as const;
export const ALL_METHODS = [...WRITE_METHODS, 'DELETE'] as const;

/** The actions that a role's HTTP methods stand for. */
export function actionsOf(methods: readonly string[]): readonly Action[] {
  const has = (...names: readonly string[]) => names.some((name) => methods.includes(name));
  return ACTIONS.filter((action) => {
    if (action === 'list' || action === 'show' || action === 'field') return has('GET');
    if (action === 'create' || action === 'clone') return has('POST');
    return action === 'edit' ? has('PUT', 'PATCH') : has('DELETE');
  });
}

/** Who is asking. Loaded per request from the cache that every change of users and roles drops. */
export interface CurrentUser {
  readonly id: number;
  readonly username: string;
  /** Role names. */
  readonly roles: readonly string[];
  /** Tenant ids. */
  readonly tenants: readonly number[];
}

/** Lets a row through. Pure; one that throws or meets an undefined value lets nothing through. */
export type RowRule =
  | { readonly kind: 'owner'; readonly field: string; readonly write: boolean }
  | { readonly kind: 'tenant'; readonly field: string }
  /** As the row rules of the row that the foreign key `field` points to. */
  | { readonly kind: 'parent'; readonly field: string }
  | { readonly kind: 'custom'; readonly where: (user: CurrentUser) => Where };

export interface FieldAccess {
  /** Roles that may read the field; absent is everybody who may read the row, empty nobody. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
}

/** What a model's `*.access.ts` states; all of it only narrows what the global role allows. */
export interface AccessRules {
  /** Model exceptions: role or `*` (every role not named) -> allowed actions. */
  readonly roles: Readonly<Record<string, readonly Action[]>>;
  /** Null is no row filtering; several rules are any-of; an empty list lets nothing through. */
  readonly rows: readonly RowRule[] | null;
  readonly fields: Readonly<Record<string, FieldAccess>>;
}

/** What one user may do with one model for one action; the answer of the policy to every door. */
export interface Grant {
  readonly user: CurrentUser;
  /** The rows; `none` for nobody's. */
  readonly where: Where;
  /** Field names (columns, links, extras) that exist for this user, in model order; `id` always does. */
  readonly readable: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  /** Identifies `readable` in statement caches: same key, same set. */
  readonly readableKey: string;
  /** Whether the user may show a record; who may not gets back its `id` and `_label` alone. */
  readonly shows: boolean;
}
