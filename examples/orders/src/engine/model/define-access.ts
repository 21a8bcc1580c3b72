import { whereOf, type WhereBuilder } from './where-builder.js';
import type { Where } from './where.js';
import type { AccessRules, FieldAccess, RowRule, Action, CurrentUser } from './access-rules.js';

type Key<T> = keyof T & string;

/** A row rule on one of the entity's own fields. */
type FieldRule<Field extends string> = Exclude<RowRule, { kind: 'custom' }> & {
  readonly field: Field;
};
/** A row rule by condition; the phantom member ties it to its entity. */
type CustomRule<T> = Extract<RowRule, { kind: 'custom' }> & { readonly entity?: (row: T) => void };

/** What a model's access file states; whatever it leaves out narrows nothing. */
export interface AccessDefinition<T> {
  /** Role, or `*` for every role not named -> the actions it keeps. */
  readonly roles?: Readonly<Record<string, readonly Action[]>>;
  /** Any of them lets a row through. */
  readonly rows?: readonly (FieldRule<Key<T>> | CustomRule<T>)[];
  readonly fields?: { readonly [K in Key<T>]?: FieldAccess };
}

/** Who may do what with a model, which rows they see, which fields they read and write. */
export function defineAccess<T extends object>(definition: AccessDefinition<T>): AccessRules {
  const { roles = {}, rows = null, fields = {} } = definition;
  return { roles, rows, fields: fields as AccessRules['fields'] };
}

/** Rows whose field holds the caller's id; `write: false` keeps everybody from giving a row away. */
export const owner = <F extends string>(
  field: F,
  options: { readonly write?: boolean } = {},
): FieldRule<F> => ({ kind: 'owner', field, write: options.write ?? true });

/** Rows whose field holds one of the caller's tenants. */
export const tenant = <F extends string>(field: F): FieldRule<F> => ({ kind: 'tenant', field });

/** Rows whose parent's own row rules let the caller through. */
export const asParent = <F extends string>(field: F): FieldRule<F> => ({ kind: 'parent', field });

/** Rows by a condition of the developer's own: a pure function of the caller. */
export const custom = <T extends object>(
  rule: (user: CurrentUser, where: WhereBuilder<T>) => Where,
): CustomRule<T> => ({ kind: 'custom', where: (user) => rule(user, whereOf<T>()) });
