import { asCurl, type Request } from '../service/request.js';
import type { AccessChange } from './access-change.js';
import type { Pair } from './pair.js';
import type { VersionFacts } from './version-facts.js';
import { listed, withArticle } from './words.js';

/** The roles that a role may give to users in one version alone, if it may write roles of users in both. */
export function giftChanges(
  facts: Pair<VersionFacts>,
  place: string | null,
): readonly AccessChange[] {
  const { before, now } = facts;
  const roles = Object.keys(now.gives).filter((role) => before.gives[role] !== undefined);
  // Who gives all roles gives a new role, too, which is told as such.
  const changes = roles.filter((role) => role !== 'Admin');
  const only = (some: VersionFacts, others: VersionFacts, role: string) =>
    some.gives[role]!.filter((one) => !others.gives[role]!.includes(one));
  return [
    ...changes.flatMap((role) => changeOf('wider', role, only(now, before, role), now)),
    ...changes.flatMap((role) => changeOf('narrower', role, only(before, now, role), now)),
  ].map((change) => ({ ...change, place }));
}

function changeOf(
  kind: 'wider' | 'narrower',
  role: string,
  given: readonly string[],
  { models, scene }: VersionFacts,
): readonly Omit<AccessChange, 'place'>[] {
  if (given.length === 0) return [];
  const path = models.find(({ name }) => name === 'User')?.path ?? '/user';
  const body = { roles: given };
  const request: Request = { method: 'PATCH', path: `${path}/${scene.other}`, body };
  const [now, before] = kind === 'wider' ? ['200', '422'] : ['422', '200'];
  const which = `${given.length === 1 ? 'role' : 'roles'} ${listed(given)}`;
  const who = withArticle(role);
  const may = kind === 'wider' ? 'may now' : 'may no longer';
  return [
    {
      ...{ kind, model: 'User' },
      key: `${kind === 'wider' ? '' : 'no longer: '}${role} may give the ${which}`,
      sentence: `${who[0]!.toUpperCase()}${who.slice(1)} ${may} give the ${which} to users`,
      shown: {
        asked: `PATCH ${request.path} as ${role}`,
        ...{ request: asCurl(request), now, before },
      },
    },
  ];
}
