import { PRESET_ROLES } from '../model/built-in.js';
import type { WrittenRule } from '../code/read-row-rules.js';
import { ACTIONS, type Action, type Model } from '../model/model.js';

/** A role with what it may do anywhere; null for one that is only named in access files. */
export interface KnownRole {
  readonly name: string;
  readonly actions: readonly Action[] | null;
}

/** One role in the matrix of one model. */
export interface RoleRow {
  readonly role: string;
  /** What both layers let it do; of a role that nobody has made yet, what the model would. */
  readonly actions: readonly Action[];
  /** Whether the model narrows it: by name, as one of `*`, or not. */
  readonly exception: 'named' | '*' | null;
  readonly known: boolean;
}

/** All that a model's code says about access. */
export interface ModelMatrix {
  readonly model: string;
  readonly prefix: string;
  readonly roles: readonly RoleRow[];
  /** The fields that not everybody reads and writes; null is everybody. */
  readonly fields: readonly {
    readonly field: string;
    readonly read: readonly string[] | null;
    readonly write: readonly string[] | null;
  }[];
  /** Null without row rules; `unread` where the code does not tell. */
  readonly rows: readonly WrittenRule[] | null | 'unread';
}

/** The preset roles, for a project whose database cannot be asked. */
export const PRESETS: readonly KnownRole[] = Object.entries(PRESET_ROLES).map(
  ([name, actions]) => ({ name, actions }),
);

/** The roles that exist, and those that only the models speak of. */
export function allRoles(models: readonly Model[], known: readonly KnownRole[]): KnownRole[] {
  const named = models.flatMap(({ access, fields }) => [
    ...Object.keys(access).filter((role) => role !== '*'),
    ...fields.flatMap(({ read, write }) => [...(read ?? []), ...(write ?? [])]),
  ]);
  const others = [...new Set(named)].filter((name) => known.every((role) => role.name !== name));
  return [...known, ...others.sort().map((name) => ({ name, actions: null }))];
}

/** The matrix role x action x field of one model. */
export function accessMatrix(
  model: Model,
  roles: readonly KnownRole[],
  rows: ModelMatrix['rows'],
): ModelMatrix {
  const restricted = model.fields.filter(({ read, write }) => read !== null || write !== null);
  return {
    model: model.name,
    prefix: model.prefix,
    roles: roles.map((role) => roleRow(model.access, role)),
    fields: restricted.map(({ name, read, write }) => ({ field: name, read, write })),
    rows,
  };
}

function roleRow(access: Model['access'], { name, actions }: KnownRole): RoleRow {
  const of = Object.hasOwn(access, name) ? name : '*';
  const narrowed = Object.hasOwn(access, of) ? access[of]! : null;
  return {
    role: name,
    actions: (actions ?? ACTIONS).filter((action) => narrowed?.includes(action) ?? true),
    exception: narrowed === null ? null : of === name ? 'named' : '*',
    known: actions !== null,
  };
}
