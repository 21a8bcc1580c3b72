import type { ModelInfo } from '../model/model-info.js';
import type { Where } from '../model/where.js';
import { actionsOf, type Action } from '../model/action.js';
import type { AccessRules, Grant } from '../model/access-rules.js';
import type { CurrentUser } from '../model/current-user.js';
import { FieldSets, type FieldSet } from './field-sets.js';
import { createRowRules } from './row-rules.js';

/** What decides who may do what: the policy for users, or the service itself. */
export interface Access {
  /** Of the service itself: no row is somebody else's. */
  readonly unbound?: true;
  /** What the user may do with the model for this action; null is 403. */
  grant(user: CurrentUser, action: Action, model: ModelInfo): Grant | null;
  /** The rows that exist for the user, by row rules alone: what foreign keys may point to. */
  rowWhere(user: CurrentUser, model: ModelInfo): Where;
}

/** Role name -> allowed HTTP methods, as the roles stand now; a new map when anything changed. */
export type Roles = ReadonlyMap<string, readonly string[]>;

/** The access rules of all models under the roles as they stand; every door asks it and nothing else. */
export interface Policy extends Access {
  /** Names of the user's roles that pass for this action: the global role and the model's exceptions, each by itself. */
  passingRoles(user: CurrentUser, action: Action, model: ModelInfo): readonly string[];
}

/** Builds the policy. The static part of a grant is computed once for a set of roles; the rows are the user's own. */
export function createPolicy(models: readonly ModelInfo[], roles: () => Roles): Policy {
  const rowWhere = createRowRules(models);
  const sets = new FieldSets('roles');
  let known = roles();
  // By the list of roles itself: an account keeps the same one from request to request.
  let cache: WeakMap<readonly string[], Map<string, StaticGrant | null>> = new WeakMap();

  const passingRoles = (user: CurrentUser, action: Action, model: ModelInfo) =>
    user.roles.filter(
      (role) =>
        actionsOf(roles().get(role) ?? []).includes(action) &&
        exceptionAllows(model.access, role, action),
    );

  const staticGrant = (user: CurrentUser, action: Action, model: ModelInfo): StaticGrant | null => {
    if (known !== roles()) [known, cache] = [roles(), new WeakMap()];
    const ofRoles = cache.get(user.roles) ?? new Map<string, StaticGrant | null>();
    cache.set(user.roles, ofRoles);
    const key = `${model.name} ${action}`;
    const cached = ofRoles.get(key);
    if (cached !== undefined) return cached;
    const passing = passingRoles(user, action, model);
    const own = passing.length > 0 ? sets.of(model, passing) : null;
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
      return granted && { user, where: rowWhere(user, model), ...granted };
    },
  };
}

/** What does not depend on who of several users with the same roles asks. */
type StaticGrant = Omit<Grant, 'user' | 'where'>;

/** Of a record that is there a write tells what showing it would, whatever else another role of its writer reads. */
function asShown(own: FieldSet, shown: FieldSet | null, action: Action): StaticGrant {
  const read = (action === 'edit' || action === 'delete') && shown ? shown : own;
  const { readable, readableKey } = read;
  return { ...own, readable, readableKey, shows: shown !== null };
}

/** A role that is named keeps its list, any other that of `*`; without either nothing is narrowed. */
function exceptionAllows({ roles }: AccessRules, role: string, action: Action): boolean {
  const named = Object.hasOwn(roles, role) ? role : '*';
  return Object.hasOwn(roles, named) ? roles[named]!.includes(action) : true;
}
