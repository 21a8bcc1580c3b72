import { isIP } from 'node:net';
import { origins, type SettingReader } from '../settings/setting-values.js';
import { StartRefused, publicUrlFor, type Settings } from '../settings/settings.js';

/** The settings of passkeys; null for what follows from `PUBLIC_URL`. */
export interface PasskeySettings {
  readonly rpId: string | null;
  readonly origins: readonly string[] | null;
}

/** The site that passkeys are for: the "relying party" of WebAuthn. */
export interface RelyingParty {
  /** The domain that they belong to. */
  readonly id: string;
  /** The origin among ours that a page has; null where it is another's. */
  ownOrigin(origin: string): string | null;
}

export const readPasskeySettings = (read: SettingReader['read']): PasskeySettings => ({
  rpId: read('PASSKEY_RP_ID', '', (text) => (text === '' ? null : domain(text))),
  origins: read('PASSKEY_ORIGINS', '', (text) => (text === '' ? null : secureOrigins(text))),
});

function domain(text: string): string {
  const name = text.toLowerCase();
  if (
    isIP(name) === 0 &&
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(name)
  )
    return name;
  throw new Error(`expected a domain such as \`example.com\`, got \`${text}\``);
}

/** Browsers have passkeys on pages by https only, and on this machine. */
function secureOrigins(text: string): readonly string[] {
  const given = origins(text);
  const bad = given.find((one) => !/^https:\/\//.test(one) && !LOCAL.test(one));
  if (bad === undefined) return given;
  throw new Error(
    `expected origins with https, such as \`https://app.example.com\`, got \`${bad}\``,
  );
}

const LOCAL = /^http:\/\/localhost(:\d+)?$/;

/** The party that the settings describe, never a request; refuses the start where they describe none. */
export function relyingParty(settings: Settings, own: PasskeySettings): RelyingParty {
  const url = own.rpId && own.origins ? null : new URL(publicUrlFor('passkeys', settings));
  const id = own.rpId ?? url!.hostname;
  if (isIP(id.replace(/^\[|\]$/g, '')) > 0)
    throw refused(`${id} is an IP address, but passkeys need a domain`);
  const allowed = own.origins ?? [url!.origin];
  const foreign = allowed.find((one) => !isWithin(new URL(one).hostname, id));
  if (foreign !== undefined) throw refused(`pages of ${foreign} cannot use passkeys of ${id}`);
  // The back-office has a port of its own in development.
  const anyPort = own.origins === null && !settings.production && id === 'localhost';
  return {
    id,
    ownOrigin: (origin) =>
      allowed.includes(origin) || (anyPort && LOCAL.test(origin)) ? origin : null,
  };
}

const isWithin = (host: string, domainName: string): boolean =>
  host === domainName || host.endsWith(`.${domainName}`);

const refused = (reason: string) =>
  new StartRefused([
    `${reason}: set PUBLIC_URL, or PASSKEY_RP_ID and PASSKEY_ORIGINS (docs/passkeys.md)`,
  ]);
