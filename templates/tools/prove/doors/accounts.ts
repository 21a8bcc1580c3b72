import type { Naive, Person } from '../naive/naive.js';
import { wrongStatus, type Door, type Proof, type Question } from './door.js';

interface Accounts {
  readonly feature: string;
  /** What users see of themselves. */
  readonly own: string;
  /** What whoever administers a user sees of them. */
  readonly others?: string;
  /** The field of users that whoever may look must be able to set. */
  readonly by?: 'status' | 'password';
}

const ACCOUNTS: readonly Accounts[] = [
  { feature: 'sessions', own: '/auth/sessions', others: '/auth/users/{id}/sessions', by: 'status' },
  { feature: 'api-keys', own: '/auth/api-keys', others: '/auth/users/{id}/api-keys', by: 'status' },
];

/** What a feature tells of how users sign in: of oneself, and of others to whoever administers them. */
export const accounts: readonly Door[] = ACCOUNTS.map(({ feature, own, others, by }) => ({
  name: feature,
  feature,
  claims: ({ method, path }) => method === 'GET' && (path === own || path === others),
  *questions(proof: Proof, actor: Person, model) {
    if (model !== proof.asked[0]) return;
    yield ask(own, () => [200]);
    if (others === undefined) return;
    for (const id of [proof.people.other, 999_999_999])
      yield ask(others.replace('{id}', String(id)), () => statusesOf(proof.naive, actor, id, by!));
  },
}));

const ask = (path: string, statuses: () => readonly number[]): Question => ({
  model: 'User',
  request: { method: 'GET', path },
  judge(answer) {
    const expected = statuses();
    return expected.includes(answer.status) ? null : wrongStatus(expected.join(' or '), answer);
  },
});

/** Whoever may edit the user and set the field; of those who are no Admin, only below their own rights, which is asked elsewhere. */
function statusesOf(naive: Naive, actor: Person, id: number, by: string): readonly number[] {
  if (!naive.may(actor, 'edit', 'User') || !maySet(naive, actor, by)) return [403];
  if (!naive.seen(naive.as(actor, 'edit', 'User'), 'User', id)) return [404];
  return actor.roles.includes('Admin') ? [200] : [200, 403];
}

/** A password is only written, so that plain words know it by its rule alone. */
function maySet(naive: Naive, actor: Person, field: string): boolean {
  const rule = naive.rules['User']!.fields[field]?.write;
  const by = naive.passing(actor, 'edit', 'User');
  return rule === undefined || by.some((role) => rule.includes(role));
}
