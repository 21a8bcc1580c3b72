import type { Account } from '../auth/directory.js';
import type { SignInDoor, UseProof } from '../auth/sign-in-door.js';
import type { Client } from '../http/client.js';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import { textFields } from '../http/read-body.js';
import { badRequest } from '../problem/problem.js';
import type { SignInDoorParts } from '../service/project.js';
import type { Holder } from './flow.js';
import type { ProviderSettings } from './oidc-settings.js';
import { provesAnew, type ProviderRules } from './provider-rules.js';
import { storedAnswers, type Proven } from './stored-answers.js';
import {
  storedIdentities,
  type StoredIdentities,
  type StoredIdentity,
} from './stored-identities.js';

/** The kind of proofs by a sign-in anew at a provider. */
export const PROVIDER = 'provider';

/** Whether a sign-in anew with a linked account proves who its user is: at a provider that there still is. */
export const proves = (
  { provider, issuer }: Pick<StoredIdentity, 'provider' | 'issuer'>,
  settings: Pick<ProviderSettings, 'issuer'> | undefined,
  rules: Readonly<Record<string, ProviderRules>>,
): boolean =>
  settings !== undefined && isSame(settings.issuer, issuer) && provesAnew(rules[provider], issuer);

/** As the discovery of a provider compares them: for one without a path a slash at the end counts for nothing. */
const isSame = (one: string, other: string): boolean => new URL(one).href === new URL(other).href;

/** What tells which accounts of a user prove who they are. */
interface Proving {
  readonly identities: StoredIdentities;
  readonly rules: Readonly<Record<string, ProviderRules>>;
  settingsOf(provider: string): ProviderSettings | undefined;
}

/** The linked accounts of a user by which a sign-in anew proves who they are. */
export async function provingOf(
  session: Session,
  { identities, rules, settingsOf }: Proving,
  userId: NumericId,
): Promise<readonly StoredIdentity[]> {
  const found = await identities.ofUser(session, userId);
  return found.filter((one) => proves(one, settingsOf(one.provider), rules));
}

/** Whose proof is good now: of a holder, by any of their accounts that prove. */
export const provenBy = async (
  session: Session,
  proving: Proving,
  holder: Holder,
): Promise<readonly Proven[]> =>
  (await provingOf(session, proving, holder.userId)).map(({ id: identity }) => ({
    ...holder,
    identity,
  }));

/** In place of the password, of which they may have none, people sign in anew where they come from. */
export function providerDoor(
  { database, throttle, events }: SignInDoorParts,
  providers: readonly ProviderSettings[],
  rules: Readonly<Record<string, ProviderRules>>,
): SignInDoor {
  const identities = storedIdentities(database);
  const answers = storedAnswers(database);
  const settings = new Map(providers.map((one) => [one.name, one]));
  const proving = { identities, rules, settingsOf: (name: string) => settings.get(name) };

  const spend = (userId: NumericId, code: string, { session }: Client): Promise<boolean> =>
    database.write(async (to) =>
      answers.spend(to, code, await provenBy(to, proving, { userId, session: session ?? null })),
    );

  const attempt = async (
    { profile }: Account,
    client: Client,
    isRight: () => Promise<boolean>,
  ): Promise<void> => {
    const { id: userId, username } = profile;
    const { address, agent } = client;
    // No name that somebody can send to sign in: NUL is refused there.
    if (await throttle.attempt(`\0provider ${username}`, address, isRight)) return;
    const facts = { way: PROVIDER, reason: 'wrong-code' };
    events.tell({ kind: 'proof-refused', userId, address, agent, facts });
    throw wrongCode();
  };

  const check = (account: Account, code: string, client: Client): Promise<void> =>
    attempt(account, client, () => spend(account.profile.id, code, client));

  const verify = async (account: Account, code: string, client: Client): Promise<UseProof> => {
    const { id: userId } = account.profile;
    const { session = null } = client;
    await attempt(account, client, () =>
      database.read(async (from) =>
        answers.holds(from, code, await provenBy(from, proving, { userId, session })),
      ),
    );
    return async () => {
      if (!(await spend(userId, code, client))) throw wrongCode();
    };
  };

  return {
    instead: async ({ profile }) => {
      if (settings.size === 0) return [];
      const found = await database.read((session) => provingOf(session, proving, profile.id));
      return found.length > 0 ? [PROVIDER] : [];
    },
    proves: (account, shown, client) =>
      shown.kind === PROVIDER ? check(account, textFields(shown, ['code']).code, client) : null,
    verifies: (account, shown, client) =>
      shown.kind === PROVIDER ? verify(account, textFields(shown, ['code']).code, client) : null,
  };
}

const WRONG = 'The code is wrong, has expired or was used before.';
/** The status is not 401, because the session stands. */
const wrongCode = () => badRequest(WRONG, [{ field: 'code', code: 'wrong-code', message: WRONG }]);
