import { isLoopback } from '../settings/settings.js';
import type { SettingReader } from '../settings/setting-values.js';

/** A provider, as the environment describes it. */
export interface ProviderSettings {
  /** The name in paths and in `src/sign-in/providers.ts`: `google`. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** What people call it. */
  readonly label: string;
}

export interface OidcSettings {
  readonly providers: readonly ProviderSettings[];
}

const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const MIN_SECRET = 16;
const MAX_ISSUER = 255;

/** The providers, each by settings with its name. */
export const readSettings = (read: SettingReader['read']): OidcSettings => ({
  providers: read('OIDC_PROVIDERS', '', providerNames).map((name) => {
    const prefix = `OIDC_${name.toUpperCase().replaceAll('-', '_')}_`;
    return {
      name,
      issuer: read(`${prefix}ISSUER`, '', required(issuer)),
      clientId: read(`${prefix}CLIENT_ID`, '', required(clientId)),
      clientSecret: read(`${prefix}CLIENT_SECRET`, '', required(clientSecret)),
      scopes: read(`${prefix}SCOPES`, 'openid profile email', scopes),
      label: read(`${prefix}LABEL`, name[0]!.toUpperCase() + name.slice(1), label),
    };
  }),
});

/** Refuses to do without; the reader, which has noted that, then asks for the initial text again. */
function required(parse: (text: string) => string): (text: string) => string {
  let isRefused = false;
  return (text) => {
    if (text === '' && isRefused) return '';
    isRefused = true;
    if (text === '') throw new Error('is missing; every provider needs it (docs/oidc.md)');
    return parse(text);
  };
}

function providerNames(text: string): readonly string[] {
  const names = text.split(',').flatMap((name) => name.trim() || []);
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined)
    throw new Error(`expected names such as \`google,entra\`, in lower case, got \`${bad}\``);
  if (new Set(names).size < names.length) throw new Error('expected each provider once');
  return names;
}

/** The issuer as the provider's discovery document has it, to the letter: a slash at the end of a path counts. */
function issuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || text.length > MAX_ISSUER || url.username !== '' || /[?#]/.test(text))
    throw new Error('expected the address of the provider, such as `https://accounts.google.com`');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
    return text;
  throw new Error(
    'expected https: over http, an attacker could change the answers of the provider',
  );
}

function clientId(text: string): string {
  if (text.length <= 255 && !/\s/.test(text)) return text;
  throw new Error('expected the client id from the provider');
}

function clientSecret(text: string): string {
  if (text.length >= MIN_SECRET && new Set(text).size >= MIN_SECRET / 2) return text;
  // The error does not show the text itself.
  throw new Error(`expected the secret from the provider, of ${MIN_SECRET} characters or more`);
}

function scopes(text: string): string {
  const all = text.split(/\s+/).filter(Boolean);
  if (all.includes('openid')) return all.join(' ');
  throw new Error('expected scopes with spaces between them, `openid` among them');
}

function label(text: string): string {
  if ([...text].length <= 40) return text;
  throw new Error('expected a name of at most 40 characters');
}
