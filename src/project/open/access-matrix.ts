import { namedRoles, presetRoles } from '../../model/built-in.js';
import { readRowRules, type WrittenRule } from '../../code/read-row-rules.js';
import type { OpenProject } from './open-project.js';
import { ACTIONS, type Action, type App, type Model } from '../../model/model.js';
import { hasAccessFile } from '../../model/parts.js';

/** A role with its global actions; null for one that only access files name. */
export interface KnownRole {
  readonly name: string;
  readonly actions: readonly Action[] | null;
}

/** One role in the matrix of one model. */
export interface RoleRow {
  /** The name. */
  readonly role: string;
  /** The actions that both the role and the model allow. */
  readonly actions: readonly Action[];
  /** The exception of the model for the role: by its name, by `*` for every other role, or none. */
  readonly exception: 'named' | '*' | null;
  /** Whether the role exists. */
  readonly known: boolean;
}

/** Everything that a model's code says about access. */
export interface ModelMatrix {
  /** The class. */
  readonly model: string;
  /** The URL prefix. */
  readonly prefix: string;
  /** The actions of each role. */
  readonly roles: readonly RoleRow[];
  /** The restricted fields. */
  readonly fields: readonly {
    /** The name. */
    readonly field: string;
    /** The roles that may read the field; null for everybody. */
    readonly read: readonly string[] | null;
    /** The roles that may write the field; null for everybody. */
    readonly write: readonly string[] | null;
  }[];
  /** The row rules; null if there are none, `unread` if crudgen cannot read the code. */
  readonly rows: readonly WrittenRule[] | null | 'unread';
}

/** The preset roles, for a project whose database cannot be reached. */
export const presetsOf = (app: Pick<App, 'roles'>): readonly KnownRole[] =>
  Object.entries(presetRoles(app)).map(([name, actions]) => ({ name, actions }));

/** The roles that exist, and those that only the models name. */
export function allRoles(models: readonly Model[], known: readonly KnownRole[]): KnownRole[] {
  const others = namedRoles(models).filter((name) => known.every((role) => role.name !== name));
  return [...known, ...others.sort().map((name) => ({ name, actions: null }))];
}

/** The matrices of some models of a project, for the roles that exist and those that its models name. */
export function accessMatrices(
  { app, mine, unreadFiles }: OpenProject,
  models: readonly Model[],
  known: readonly KnownRole[],
): ModelMatrix[] {
  const rules = readRowRules(new Map([...mine].filter(([path]) => !unreadFiles.has(path))));
  const roles = allRoles(app.models, known);
  return models.map((model) => {
    const unknown = hasAccessFile(model) ? 'unread' : null;
    const rows = rules.has(model.name) ? rules.get(model.name)! : unknown;
    return accessMatrix(model, roles, rows);
  });
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
