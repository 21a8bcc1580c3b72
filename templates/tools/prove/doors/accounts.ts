import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import type { Naive, Person } from '../naive/naive.js';
import { wrongStatus, type Door, type Proof, type Question } from './door.js';

/** The endpoints by which a feature tells how users sign in. */
interface Accounts {
  readonly feature: string;
  /** The path of the caller's own. */
  readonly own: string;
  /** The path of another user's, for administrators of that user. */
  readonly others: string;
  /** The endpoints by which an administrator ends them. */
  readonly ends: readonly string[];
  /** The field of users that an administrator must be able to set. */
  readonly by: 'status' | 'password';
}

const ofUser = (path: string): string => `/auth/users/{id}/${path}`;

const ACCOUNTS: readonly Accounts[] = [
  {
    ...{ feature: 'sessions', own: '/auth/sessions', others: ofUser('sessions') },
    ...{ ends: [ofUser('sessions')], by: 'status' },
  },
  {
    ...{ feature: 'api-keys', own: '/auth/api-keys', others: ofUser('api-keys') },
    ...{ ends: [ofUser('api-keys'), ofUser('api-keys/{key}')], by: 'status' },
  },
  {
    ...{ feature: 'oidc', own: '/auth/oidc/identities', others: ofUser('identities') },
    ...{ ends: [ofUser('identities/{identity}')], by: 'status' },
  },
  {
    ...{ feature: 'passkeys', own: '/auth/passkeys', others: '/auth/passkeys/users/{id}' },
    ...{ ends: ['/auth/passkeys/users/{id}'], by: 'password' },
  },
  {
    ...{ feature: 'two-factor', own: '/auth/two-factor', others: '/auth/two-factor/users/{id}' },
    ...{ ends: ['/auth/two-factor/users/{id}'], by: 'password' },
  },
];
const NOBODY = 999_999_999;

/** Sessions, keys and factors: users see their own, and administrators those of the users whom they may edit. */
export const accounts: readonly Door[] = ACCOUNTS.map((kind) => ({
  name: kind.feature,
  feature: kind.feature,
  claims: ({ method, path }) =>
    method === 'GET'
      ? path === kind.own || path === kind.others
      : method === 'DELETE' && kind.ends.includes(path),
  *questions(proof: Proof, actor: Person, model) {
    if (model !== proof.asked[0]) return;
    yield ask('GET', kind.own, model, [200]);
    for (const id of [proof.people.other, NOBODY]) {
      const of = (path: string) => path.replace('{id}', String(id)).replace(/\{\w+\}/, '1');
      const expected = statusesOf(proof.naive, actor, id, kind.by);
      yield ask('GET', of(kind.others), model, expected);
      // Whoever may end sessions and remove keys does so: only refusals are asked for.
      if (expected.includes(200)) continue;
      for (const path of kind.ends) yield ask('DELETE', of(path), model, expected);
    }
  },
}));

const ask = (
  method: 'GET' | 'DELETE',
  path: string,
  { name: model }: ModelInfo,
  expected: readonly number[],
): Question => ({
  model,
  request: { method, path },
  judge(answer) {
    if (expected.includes(answer.status)) return null;
    return { ...wrongStatus(expected.join(' or '), answer), about: 'User' };
  },
});

/** The statuses that are right. Administrators other than Admin may also be refused: the other user may have more rights than they. */
function statusesOf(naive: Naive, actor: Person, id: number, by: string): readonly number[] {
  if (!naive.may(actor, 'edit', 'User') || !maySet(naive, actor, by)) return [403];
  if (!naive.seen(naive.as(actor, 'edit', 'User'), 'User', id)) return [404];
  return actor.roles.includes('Admin') ? [200] : [200, 403];
}

/** Whether the actor may set a field of users. The naive models lack the password, which is only written, so its rule is asked. */
function maySet(naive: Naive, actor: Person, field: string): boolean {
  const rule = naive.rules['User']!.fields[field]?.write;
  const by = naive.passing(actor, 'edit', 'User');
  return rule === undefined || by.some((role) => rule.includes(role));
}
