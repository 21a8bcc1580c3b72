import { passkeysFeature } from '../../templates/features/passkeys/engine/passkeys/passkeys-feature.js';
import { twoFactorFeature } from '../../templates/features/two-factor/engine/two-factor/two-factor-feature.js';
import { openSignIn, type OpenSignIn, type SignInOptions } from './open-sign-in.js';
import type { Clock } from './open-two-factor.js';

export const ORIGIN = 'https://shop.example.com';

export interface PasskeyOptions {
  /** Roles that need a second factor, at once. */
  readonly roles?: readonly string[];
  readonly secret?: string;
  readonly rpId?: string | null;
  readonly origins?: readonly string[] | null;
  readonly publicUrl?: string;
  readonly account?: SignInOptions['account'];
}

/** A process with passkeys and codes of apps on a database that it may share, and ways to ask it. */
export async function openPasskeys(
  url: string,
  clock: Clock,
  options: PasskeyOptions = {},
): Promise<OpenSignIn> {
  const { roles = [], rpId = null, origins = null, publicUrl = ORIGIN, ...more } = options;
  const now = () => clock.now;
  const features = new Map<object, object>([
    [passkeysFeature(now), { rpId, origins }],
    [twoFactorFeature(now), { roles, grace: 0, former: null }],
  ]);
  return openSignIn(url, { features, env: { PUBLIC_URL: publicUrl }, ...more });
}
