import { twoFactorFeature } from '../../templates/features/two-factor/engine/two-factor/two-factor-feature.js';
import { appCode as codeOfApp } from './app-code.js';
import { openSignIn, type OpenSignIn, type SignInOptions } from './open-sign-in.js';

export { PASSWORD, type Answer } from './open-sign-in.js';

export interface OpenOptions {
  readonly roles?: readonly string[];
  /** Seconds. */
  readonly grace?: number;
  readonly former?: string | null;
  readonly secret?: string;
  readonly account?: SignInOptions['account'];
}

/** The clock of second factors; tests turn it on. */
export interface Clock {
  now: number;
}

/** A process with second factors on a database that it may share, and ways to ask it. */
export async function openTwoFactor(
  url: string,
  clock: Clock,
  { roles = [], grace = 0, former = null, ...options }: OpenOptions = {},
): Promise<OpenSignIn> {
  const feature = twoFactorFeature(() => clock.now);
  return openSignIn(url, { features: new Map([[feature, { roles, grace, former }]]), ...options });
}

export type OpenTwoFactor = OpenSignIn;

/** The code of an app by the clock of a test. */
export const appCode = (secret: string, { now }: Clock, later = 0): string =>
  codeOfApp(secret, later, now);
