import type { NumericId } from '../fields/record-id.js';
import type { ForeignKeyName, KeyName } from './entity-types.js';
import { whereOf, type Where, type WhereBuilder } from './where.js';

export const ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'clone', 'field'] as const;

/** An action that a permission allows. */
export type Action = (typeof ACTIONS)[number];

export const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'] as const;
export const WRITE_METHODS = [...READ_METHODS, 'POST', 'PUT', 'PATCH'] as const;
export const ALL_METHODS = [...WRITE_METHODS, 'DELETE'] as const;

/** The actions that a role's HTTP methods allow. */
export function actionsOf(methods: readonly string[]): readonly Action[] {
  const has = (...names: readonly string[]) => names.some((name) => methods.includes(name));
  return ACTIONS.filter((action) => {
    if (action === 'list' || action === 'show' || action === 'field') return has('GET');
    if (action === 'create' || action === 'clone') return has('POST');
    return action === 'edit' ? has('PUT', 'PATCH') : has('DELETE');
  });
}

/** The caller. Loaded per request from the cache that every change of users and roles invalidates. */
export interface CurrentUser {
  readonly id: NumericId;
  readonly username: string;
  /** Role names. */
  readonly roles: readonly string[];
  /** Tenant ids. */
  readonly tenants: readonly NumericId[];
  /** The part of the roles' permissions that their credentials leave; all of it without limits. */
  readonly limits?: CredentialLimits | undefined;
}

/** The bounds of credentials that stand for a user with fewer rights, such as an API key. */
export interface CredentialLimits {
  /** Models by their prefix: `task`; null for all. */
  readonly models: readonly string[] | null;
  readonly readOnly: boolean;
  /** What their user calls them; absent where they have no name. */
  readonly name?: string | undefined;
}

const READING: readonly Action[] = ['list', 'show', 'field'];

/** Whether credentials with these limits may be used for an action on the model with this prefix. */
export const isWithin = (
  { models, readOnly }: CredentialLimits,
  action: Action,
  prefix: string,
): boolean => (!readOnly || READING.includes(action)) && (models?.includes(prefix) ?? true);

/** The roles for which a row rule counts. */
export interface ForRoles {
  /** Users who act by one of these roles; everybody where absent. */
  readonly roles?: readonly string[];
}

/** Lets a row through. Pure; a rule that throws or meets an undefined value lets nothing through. */
export type RowRule = ForRoles &
  (
    | {
        readonly kind: 'owner';
        readonly field: string;
        readonly write: boolean;
        /** Whether whoever creates a row without naming an owner becomes it. */
        readonly preset: boolean;
        /** Whether a writer who may not list users finds an owner by the exact name that they sign in with. */
        readonly byName: boolean;
      }
    | { readonly kind: 'tenant'; readonly field: string }
    /** As the row rules of the row that the foreign key `field` refers to. */
    | { readonly kind: 'parent'; readonly field: string }
    /** Every row. */
    | { readonly kind: 'roles'; readonly roles: readonly string[] }
    | { readonly kind: 'custom'; readonly where: (user: CurrentUser) => Where }
  );

export interface FieldAccess {
  /** Roles that may read the field; absent means everybody who may read the row, empty nobody. */
  readonly read?: readonly string[];
  readonly write?: readonly string[];
}

/** What a model's `*.access.ts` states; it can only restrict what the global role allows. */
export interface AccessRules {
  /** Model exceptions: role or `*` (every role not named) -> allowed actions. */
  readonly roles: Readonly<Record<string, readonly Action[]>>;
  /** Null means no row filtering; of several rules any suffices; an empty list lets nothing through. */
  readonly rows: readonly RowRule[] | null;
  readonly fields: Readonly<Record<string, FieldAccess>>;
  /** Of users alone: role -> the roles that whoever has it gives and takes away; without an entry the role itself. */
  readonly gives?: Readonly<Record<string, readonly string[]>>;
}

/** A user as they act: by those of their roles that pass for the action, so that no role lends its rows to another one. */
export interface Actor {
  readonly user: CurrentUser;
  readonly roles: readonly string[];
}

/** What one user may do with one model for one action; the policy's decision. */
export interface Grant extends Actor {
  /** The rows; `none` for no rows. */
  readonly where: Where;
  /** Whether row rules may hide rows from the user, whether there are any or not. */
  readonly isRestricted: boolean;
  /** Field names (columns, links, extras) that exist for this user, in model order; `id` always does. */
  readonly readable: ReadonlySet<string>;
  readonly writable: ReadonlySet<string>;
  /** The fields that records have, where a request has chosen some of the readable ones. */
  readonly shown?: ReadonlySet<string>;
  /** Identifies `readable` and `shown` in statement caches: same key, same sets. */
  readonly readableKey: string;
  /** The roles that show what is read: of a write those of showing the record, so that both name the same linked records. */
  readonly readingRoles: readonly string[];
  /** Whether the user may show a record; if not, a change only returns its `id` and `_label`. */
  readonly shows: boolean;
}

/** Whether any role can keep the action: one that is listed, or any where `*` is not. */
export const isEverAllowed = ({ roles }: AccessRules, action: Action): boolean =>
  !Object.hasOwn(roles, '*') || Object.values(roles).some((kept) => kept.includes(action));

type Key<T> = keyof T & string;

/** A row rule on one of the entity's own fields. */
type FieldRule<Kind extends RowRule['kind'], Field extends string> = Extract<
  RowRule,
  { kind: Kind }
> & { readonly field: Field };
type RolesRule = Extract<RowRule, { kind: 'roles' }>;
/** A row rule by condition; the phantom member binds it to its entity. */
type CustomRule<T> = Extract<RowRule, { kind: 'custom' }> & { readonly entity?: (row: T) => void };

/** What a model's access file states; whatever it leaves out restricts nothing. */
export interface AccessDefinition<T> {
  /** Role, or `*` for every role not listed -> the actions it keeps. */
  readonly roles?: Readonly<Record<string, readonly Action[]>>;
  /** A row passes if any of them lets it through. */
  readonly rows?: readonly (
    | FieldRule<'owner' | 'tenant', KeyName<T>>
    | FieldRule<'parent', ForeignKeyName<T>>
    | RolesRule
    | CustomRule<T>
  )[];
  readonly fields?: { readonly [K in Key<T>]?: FieldAccess };
  /** Of users alone: role -> the roles that whoever has it gives and takes away, in place of that role itself. Admins give all. */
  readonly gives?: 'token_version' extends keyof T ? NonNullable<AccessRules['gives']> : never;
  /** Sentences about these rules, which `crudgen access prove` tries to break (docs/prove-rules.md); the service ignores them. */
  readonly sentences?: readonly (`never: ${string}` | `only: ${string}`)[];
}

/** Defines who may do what with a model, which rows they see, and which fields they read and write. */
export function defineAccess<T extends object>(definition: AccessDefinition<T>): AccessRules {
  const { roles = {}, rows = null, fields = {}, gives } = definition;
  return { roles, rows, fields: fields as AccessRules['fields'], ...(gives && { gives }) };
}

/** What an owner rule may say beyond its field: nobody could name an owner who is neither preset nor written. */
export type OwnerOptions = ForRoles &
  (
    | { readonly write?: boolean; readonly preset?: true; readonly byName?: false }
    | { readonly write?: true; readonly preset: false; readonly byName?: boolean }
  );

/**
 * Rows whose field holds the caller's id; `write: false` keeps everybody from giving a row away, `preset: false` is for rows that
 * are created for their owners by somebody else. With `byName: true` these need no right to list users: the service answers
 * whether somebody signs in with exactly that name.
 */
export const owner = <F extends string>(
  field: F,
  { write = true, preset = true, byName = false, ...only }: OwnerOptions = {},
): FieldRule<'owner', F> => ({ kind: 'owner', field, write, preset, byName, ...only });

/** Rows whose field holds one of the caller's tenants. */
export const tenant = <F extends string>(
  field: F,
  only: ForRoles = {},
): FieldRule<'tenant', F> => ({
  kind: 'tenant',
  field,
  ...only,
});

/** Rows whose parent's own row rules let the caller through. */
export const asParent = <F extends string>(
  field: F,
  only: ForRoles = {},
): FieldRule<'parent', F> => ({
  kind: 'parent',
  field,
  ...only,
});

/** Every row, for these roles; of a user with several roles, only in what one of these may do itself. */
export const allFor = (role: string, ...others: readonly string[]): RolesRule => ({
  kind: 'roles',
  roles: [role, ...others],
});

/** Rows by a condition of the developer's: a pure function of the caller. */
export const custom = <T extends object>(
  rule: (user: CurrentUser, where: WhereBuilder<T>) => Where,
  only: ForRoles = {},
): CustomRule<T> => ({ kind: 'custom', where: (user) => rule(user, whereOf<T>()), ...only });
