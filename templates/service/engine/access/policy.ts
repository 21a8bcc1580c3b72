import { isGiven } from '../fields/column-info.js';
import type { ModelInfo } from '../model/model-info.js';
import {
  type Grant,
  actionsOf,
  isWithin,
  type Action,
  type AccessRules,
  type Actor,
  type CurrentUser,
} from '../model/access-rules.js';
import type { Where } from '../model/where.js';
import { ignoreFailure, type ReportFailure } from '../problem/problem.js';
import { createRowRules } from './row-rules.js';

/** The fields that exist for a set of roles. */
export type FieldSet = Pick<Grant, 'readable' | 'writable' | 'readableKey'>;

/** Derives field sets from the access rules; equal sets of readable fields share one key. */
export class FieldSets {
  readonly #keys = new Map<string, string>();

  constructor(readonly name: string) {}

  /** The fields that one of `roles` may read and write; `null` stands for the service itself, which may use all of them. */
  of(model: ModelInfo, roles: readonly string[] | null): FieldSet {
    const may = (layer: 'read' | 'write', field: string) =>
      roles === null || allows(model, layer, field, roles);
    const readable = readableFields(model).filter((name) => name === 'id' || may('read', name));
    const writable =
      roles === null
        ? allFields(model)
        : writableFields(model).filter((name) => may('write', name));
    return {
      readable: new Set(readable),
      writable: new Set(writable),
      readableKey: this.#keyOf(`${model.name} ${readable.join(' ')}`),
    };
  }

  #keyOf(fields: string): string {
    const key = this.#keys.get(fields) ?? `${this.name}${this.#keys.size}`;
    this.#keys.set(fields, key);
    return key;
  }
}

function allows(
  { access }: ModelInfo,
  layer: 'read' | 'write',
  field: string,
  roles: readonly string[],
): boolean {
  const rule = Object.hasOwn(access.fields, field) ? access.fields[field]![layer] : undefined;
  return rule === undefined || roles.some((role) => rule.includes(role));
}

/** Fields that appear in a response, in order. */
function readableFields(model: ModelInfo): string[] {
  const columns = model.columns.filter((column) => column.role !== 'hidden');
  const computed = model.extras.filter((extra) => extra.compute);
  return [...columns, ...model.links, ...computed].map((field) => field.name);
}

/** Fields that a payload may set. */
function writableFields(model: ModelInfo): string[] {
  const kept = (model.access.rows ?? []).flatMap((rule) =>
    rule.kind === 'owner' && !rule.write ? [rule.field] : [],
  );
  const hidden = model.columns.filter(({ role }) => role === 'hidden').map(({ name }) => name);
  return allFields(model).filter((name) => !kept.includes(name) && !hidden.includes(name));
}

/** Fields that the service itself may set: all that it does not generate. */
function allFields(model: ModelInfo): string[] {
  const columns = model.columns.filter(isGiven);
  const virtual = model.extras.filter((extra) => !extra.compute);
  return [...columns, ...model.links, ...virtual].map((field) => field.name);
}

/** Decides who may do what: the policy for users, or the service itself. */
export interface Access {
  /** Set for the service itself, to which no row is foreign. */
  readonly unbound?: true;
  /** The rights of the user on the model for this action; null means 403. */
  grant(user: CurrentUser, action: Action, model: ModelInfo): Grant | null;
  /** The rows that exist for the actor by row rules alone: what foreign keys may refer to. */
  rowWhere(actor: Actor, model: ModelInfo): Where;
}

/** Role name -> allowed HTTP methods of the current roles; a new map whenever something has changed. */
export type Roles = ReadonlyMap<string, readonly string[]>;

/** The access rules of all models under the current roles; every access check goes through it. */
export interface Policy extends Access {
  /**
   * Names of the user's roles that pass for this action: the global role and the model's exceptions are each checked
   * separately.
   */
  passingRoles(user: CurrentUser, action: Action, model: ModelInfo): readonly string[];
  /** Access by these rules with different roles. */
  withRoles(roles: Roles): Access;
}

/** Builds the policy. The static part of a grant is computed once per set of roles; the rows depend on the user. */
export function createPolicy(
  models: readonly ModelInfo[],
  roles: () => Roles,
  report: ReportFailure = ignoreFailure,
): Policy {
  const shared = { rowWhere: createRowRules(models, report), sets: new FieldSets('roles') };
  return {
    ...policyUnder(roles, shared),
    withRoles: (others) => policyUnder(() => others, shared),
  };
}

/** Equal sets of fields share one key across all roles, so that a cached reader is never used for another set. */
interface Shared {
  readonly rowWhere: Access['rowWhere'];
  readonly sets: FieldSets;
}

function policyUnder(roles: () => Roles, { rowWhere, sets }: Shared): Omit<Policy, 'withRoles'> {
  let known = roles();
  // Keyed by the role list itself, or by the limits: an account keeps the same ones between requests.
  let cache: WeakMap<object, Map<string, StaticGrant | null>> = new WeakMap();

  const passingRoles = ({ roles: own, limits }: CurrentUser, action: Action, model: ModelInfo) =>
    limits && !isWithin(limits, action, model.prefix)
      ? []
      : own.filter(
          (role) =>
            actionsOf(roles().get(role) ?? []).includes(action) &&
            exceptionAllows(model.access, role, action),
        );

  const staticGrant = (user: CurrentUser, action: Action, model: ModelInfo): StaticGrant | null => {
    if (known !== roles()) [known, cache] = [roles(), new WeakMap()];
    const owner = user.limits ?? user.roles;
    const ofRoles = cache.get(owner) ?? new Map<string, StaticGrant | null>();
    cache.set(owner, ofRoles);
    const key = `${model.name} ${action}`;
    const cached = ofRoles.get(key);
    if (cached !== undefined) return cached;
    const passing = passingRoles(user, action, model);
    const own = passing.length > 0 ? { ...sets.of(model, passing), roles: passing } : null;
    const shown = action === 'show' ? own : staticGrant(user, 'show', model);
    const granted = own && asShown(own, shown, action);
    ofRoles.set(key, granted);
    return granted;
  };

  return {
    passingRoles,
    rowWhere,
    grant(user, action, model) {
      const granted = staticGrant(user, action, model);
      if (!granted) return null;
      const where = rowWhere({ user, roles: granted.roles }, model);
      return { user, where, isRestricted: where !== model.exists, ...granted };
    },
  };
}

/** The roles that pass for an action, and the fields that these open. */
type RoleFields = FieldSet & Pick<Grant, 'roles'>;

/** The part of a grant that is the same for all users with the same roles. */
type StaticGrant = Omit<Grant, 'user' | 'where' | 'isRestricted'>;

/** A write returns of a record only what showing it would, even where another role of the writer reads more. */
function asShown(own: RoleFields, shown: RoleFields | null, action: Action): StaticGrant {
  const read = (action === 'edit' || action === 'delete') && shown ? shown : own;
  const { readable, readableKey, roles: readingRoles } = read;
  return { ...own, readable, readableKey, readingRoles, shows: shown !== null };
}

/** A role that is listed has its own actions, any other those of `*`; without either there is no restriction. */
function exceptionAllows({ roles }: AccessRules, role: string, action: Action): boolean {
  const named = Object.hasOwn(roles, role) ? role : '*';
  return Object.hasOwn(roles, named) ? roles[named]!.includes(action) : true;
}

/** The user name of the service's own jobs. */
export const SYSTEM_USER: CurrentUser = { id: 0, username: 'system', roles: [], tenants: [] };

const sets = new FieldSets('system');

/** Every action that records have, every row, every field: for the service's own jobs, never for a request. */
export const SYSTEM_ACCESS: Access = {
  unbound: true,
  grant: (user, action, model) =>
    model.actions.includes(action)
      ? {
          user,
          roles: [],
          readingRoles: [],
          where: model.exists,
          isRestricted: false,
          shows: true,
          ...sets.of(model, null),
        }
      : null,
  rowWhere: (_actor, model) => model.exists,
};
