import { expect, test } from 'vitest';
import { factsText } from '../../../templates/features/security-log/ui/security-log/facts-text';
import { securityLog } from '../../../templates/features/security-log/ui/security-log/feature';
import { features } from '../../../templates/features/german/ui/german/features';

type Tree = Readonly<Record<string, unknown>>;
const english = securityLog.texts['en'] as Tree;
const german = (features as unknown as Readonly<Record<string, Tree>>)['security-log']!;

const textsOf = (words: Tree) => ({
  translate: (key: string, options?: { _: string }) =>
    String(words[key.replace('security-log.', '')] ?? options?._ ?? key),
  field: (resource: string, source: string) => `${resource}'s ${source}`,
});

test('what an event is about is told in the words of the reader', () => {
  const told = (words: Tree) =>
    factsText(
      'sign-in-refused',
      { way: 'provider', provider: 'acme', reason: 'unknown' },
      textsOf(words),
    );
  expect(told(english)).toBe('By: provider · Provider: acme · Reason: no user has this account');
  expect(told(german)).toBe(
    'Durch: Anbieter · Anbieter: acme · Grund: kein Benutzer hat dieses Konto',
  );
});

test('changed fields have their labels, and what nobody knows stays readable', () => {
  const texts = textsOf(english);
  const user = { username: 'ada', roles: 'Admin', changed: 'email, roles' };
  expect(factsText('user-changed', user, texts)).toBe(
    "Roles: Admin · Changed: user's email, user's roles",
  );
  const role = { role: 'Clerk', changed: 'allowed_methods' };
  expect(factsText('role-changed', role, texts)).toBe(
    "Role: Clerk · Changed: role's allowed_methods",
  );
  expect(factsText('door-opened', { door_name: 'East', tries: 3, way: 'by-hand' }, texts)).toBe(
    'Door name: East · Tries: 3 · By: By hand',
  );
});

test('German has a word for each of the English ones', () => {
  expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
});
