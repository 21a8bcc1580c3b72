import type { Account } from '../auth/directory.js';
import type { SignInDoor } from '../auth/sign-in-door.js';
import type { Client } from '../http/client.js';
import { textFields } from '../http/read-body.js';
import { badRequest } from '../problem/problem.js';
import type { SignInDoorParts } from '../service/project.js';
import type { ProviderSettings } from './oidc-settings.js';
import { provesAnew, type ProviderRules } from './provider-rules.js';
import { storedAnswers } from './stored-answers.js';
import { storedIdentities, type StoredIdentity } from './stored-identities.js';

/** The kind of proofs by a sign-in anew at a provider. */
export const PROVIDER = 'provider';

/** Whether a sign-in anew with a linked account proves who its user is: at a provider that there still is. */
export const proves = (
  { provider, issuer }: Pick<StoredIdentity, 'provider' | 'issuer'>,
  settings: Pick<ProviderSettings, 'issuer'> | undefined,
  rules: Readonly<Record<string, ProviderRules>>,
): boolean => settings?.issuer === issuer && provesAnew(rules[provider], issuer);

/** In place of the password, of which they may have none, people sign in anew where they come from. */
export function providerDoor(
  { database, throttle, events }: SignInDoorParts,
  providers: readonly ProviderSettings[],
  rules: Readonly<Record<string, ProviderRules>>,
): SignInDoor {
  const identities = storedIdentities(database);
  const answers = storedAnswers(database);
  const settings = new Map(providers.map((one) => [one.name, one]));

  const check = async ({ profile }: Account, code: string, client: Client): Promise<void> => {
    const { id: userId, username } = profile;
    const { address, agent, session = null } = client;
    // No name that somebody can send to sign in: NUL is refused there.
    const right = await throttle.attempt(`\0provider ${username}`, address, () =>
      database.write((to) => answers.spend(to, code, { userId, session })),
    );
    if (right) return;
    const facts = { way: PROVIDER, reason: 'wrong-code' };
    events.tell({ kind: 'proof-refused', userId, address, agent, facts });
    throw wrongCode();
  };

  return {
    instead: async ({ profile }) => {
      if (settings.size === 0) return [];
      const found = await database.read((session) => identities.ofUser(session, profile.id));
      const any = found.some((one) => proves(one, settings.get(one.provider), rules));
      return any ? [PROVIDER] : [];
    },
    proves: (account, shown, client) =>
      shown.kind === PROVIDER ? check(account, textFields(shown, ['code']).code, client) : null,
  };
}

const WRONG = 'The code is wrong, has expired or was used before.';
/** Not 401: the session stands. */
const wrongCode = () => badRequest(WRONG, [{ field: 'code', code: 'wrong-code', message: WRONG }]);
