/** What a provider says of somebody, in its signed ID token. */
export interface Claims {
  /** The provider. */
  readonly iss: string;
  /** Somebody there, whatever their name or address becomes. */
  readonly sub: string;
  readonly [name: string]: unknown;
}

/** What the claims of a provider mean to this service; without any of it, its people have to be linked one by one. */
export interface ProviderRules {
  /** Whether somebody whom nobody has linked gets an account. Never by an e-mail address alone: whose it is changes. */
  creates?(claims: Claims): boolean;
  /** Names of the roles that somebody has, on each sign-in anew: the provider wins over whoever edits them here. */
  roles?(claims: Claims): readonly string[];
  /** Names of the tenants, on each sign-in anew. */
  tenants?(claims: Claims): readonly string[];
  /** Fields of a new user besides name and address: what your users need, too. */
  values?(claims: Claims): Readonly<Record<string, unknown>>;
  /** Whether the provider has asked for a second factor, so that this service need not; by default where `amr` has `mfa`. */
  hasSecondFactor?(claims: Claims): boolean;
  /**
   * Whether a sign-in anew proves who somebody is, in place of the password. By default with all providers but those that are
   * known to ask nobody anew (Google), or for no more than a confirmation (Apple).
   */
  readonly proves?: boolean;
}

/** The issuers at which a new sign-in proves nothing, or cannot be asked for. */
const NEVER_ANEW: readonly string[] = ['https://accounts.google.com', 'https://appleid.apple.com'];

/** Whether a sign-in anew at the provider proves who somebody is. */
export const provesAnew = (rules: ProviderRules | undefined, issuer: string): boolean =>
  rules?.proves ?? !NEVER_ANEW.includes(issuer);

/**
 * Whether somebody has signed in after a moment, in seconds since 1970 and `skew` at most off: by when the provider says. What
 * the browser was asked to send there could have been changed on the way.
 */
export function isFresh({ auth_time: at }: Claims, since: number, skew: number): boolean {
  // A time in the future is refused, too: a time in milliseconds would always be fresh.
  return typeof at === 'number' && at >= since - skew && at <= Date.now() / 1000 + skew;
}

/** A claim that is a text; null where it is none. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The texts of a claim such as `groups`; none if the claim is not a list. */
export function listClaim(claims: Claims, name: string): readonly string[] {
  const value = claims[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Whether the provider has asked for a second factor (RFC 8176). */
export const hasSecondFactor = (rules: ProviderRules, claims: Claims): boolean =>
  rules.hasSecondFactor?.(claims) ?? listClaim(claims, 'amr').includes('mfa');
