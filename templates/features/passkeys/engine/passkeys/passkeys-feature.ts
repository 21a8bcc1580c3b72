import type { AppParts, Feature, SignInDoorParts } from '../service/project.js';
import { reasonsOf } from '../settings/settings.js';
import { addPasskeyEndpoints, provePasskey, verifyPasskey } from './passkey-endpoints.js';
import { passkeyPaths } from './passkey-paths.js';
import { PASSKEY, Passkeys } from './passkeys.js';
import { readPasskeySettings, relyingParty, type PasskeySettings } from './relying-party.js';

/** The feature with a clock, for tests. */
export const passkeysFeature = (now: () => number = Date.now): Feature<PasskeySettings> => ({
  name: 'passkeys',
  readSettings: readPasskeySettings,
  refusals: ({ settings }, own) => reasonsOf(() => relyingParty(settings, own)),
  testSettings: { rpId: null, origins: null },
  signIn(parts, own) {
    const passkeys = passkeysOf(parts, own, now);
    const has = async (account: Parameters<Passkeys['of']>[0]) =>
      (await passkeys.of(account)).length > 0;
    return {
      asks: async (account) => ((await has(account)) ? [PASSKEY] : null),
      factors: async (account) => ((await has(account)) ? [PASSKEY] : []),
      proves: (account, proof, client) =>
        proof.kind === PASSKEY ? provePasskey(passkeys, account, proof, client) : null,
      verifies: (account, proof, client) =>
        proof.kind === PASSKEY ? verifyPasskey(passkeys, account, proof, client) : null,
    };
  },
  endpoints: {
    add: (app, parts, own) => addPasskeyEndpoints(app, parts, passkeysOf(parts, own, now)),
    paths: passkeyPaths,
  },
});

/** Passkeys in place of the password, or as a second factor. */
export const passkeys = passkeysFeature();

type Shared = Pick<SignInDoorParts & AppParts, keyof SignInDoorParts & keyof AppParts>;

function passkeysOf(parts: Shared, own: PasskeySettings, now: () => number): Passkeys {
  const { database, directory, throttle, events, settings } = parts;
  const party = relyingParty(settings, own);
  return new Passkeys({
    database,
    directory,
    throttle,
    events,
    secret: settings.authSecret,
    party,
    now,
  });
}
