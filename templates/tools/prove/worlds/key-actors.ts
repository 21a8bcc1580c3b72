import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Limits, Person } from '../naive/naive.js';
import { isOfPeople, type People } from './people.js';

/** The name of the feature that lets programs act for users by keys. */
export const API_KEYS = 'api-keys';

/**
 * Users who act by an API key: a key that only reads, a key for half of the models, and a key that has the first of two roles. The
 * role has most methods, so that nothing but the key narrows what it may do.
 */
export function keyActors(people: People, models: readonly ModelInfo[]): readonly Person[] {
  const roles = [...people.roles].toSorted(([, one], [, two]) => two.length - one.length);
  const [widest, next] = roles.map(([name]) => name);
  if (widest === undefined) return [];
  const own = models.filter((model) => !isOfPeople(model));
  const half = own.filter((_, at) => at % 2 === 0).map(({ prefix }) => prefix);
  const actor = (role: string, limits: Limits): Person => ({
    ...{ id: people.me, username: people.actors[0]!.username, roles: [role] },
    ...{ tenants: [people.tenants[0]], limits },
  });
  return [
    actor(widest, { owned: [widest], models: null, readOnly: true }),
    actor(widest, { owned: [widest], models: half, readOnly: false }),
    ...(next === undefined
      ? []
      : [actor(next, { owned: [next, widest], models: null, readOnly: false })]),
  ];
}
