import { oidcFeature } from '#engine/oidc';

/**
 * Who gets an account by a provider of `OIDC_PROVIDERS`, and with which roles. Whoever is not in here can be linked by
 * signing in with a password first. `docs/oidc.md` has the rest:
 *
 *   google: {
 *     creates: ({ hd }) => hd === 'example.com',
 *     roles: () => ['Viewer'],
 *   },
 */
export const oidc = oidcFeature({});
