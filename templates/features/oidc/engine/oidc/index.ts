/*
 * Sign-in by providers of OpenID Connect, as `#engine/oidc`: available with the feature `oidc`; `src/sign-in/providers.ts` says
 * what their claims mean here.
 */

export { oidcFeature } from './oidc-feature.js';
export { listClaim, textClaim, type Claims, type ProviderRules } from './provider-rules.js';
export type { OidcSettings, ProviderSettings } from './oidc-settings.js';
