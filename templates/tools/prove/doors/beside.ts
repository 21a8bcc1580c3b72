import type { Endpoint } from './door.js';

/** Endpoints that are not about records, with the reason: no rule of a model decides about them. */
const BESIDE: Readonly<Record<string, string>> = {
  ...of('the page or the files of a page, which hold no records', [
    ...['GET /', 'GET /admin', 'GET /admin/{*path}', 'GET /docs', 'GET /docs/'],
    ...['docs.js', 'favicon-32x32.png', 'swagger-ui.css', 'swagger-ui-bundle.js'].map(
      (file) => `GET /docs/${file}`,
    ),
  ]),
  ...of('a mail that the service would have sent, in development alone', [
    ...['GET /dev/mail', 'GET /dev/mail/{id}'],
  ]),
  ...of('whether the service works', ['GET /healthz', 'GET /readyz']),
  ...of('a setting, for everybody', [
    ...['GET /config/search', 'GET /config/live', 'GET /auth/sign-in', 'GET /auth/oidc'],
  ]),
  ...of('how somebody signs in, before they are anybody', [
    ...[
      'POST /auth/sign-up',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/factor',
      'POST /auth/factor/enrol',
    ],
    ...['POST /auth/passkeys/sign-in', 'POST /auth/passkeys/sign-in/options'],
    ...['POST /auth/passkeys/factor', 'POST /auth/passkeys/factor/options'],
    ...['POST /auth/oidc/{provider}/start', 'GET /auth/oidc/{provider}/callback'],
    ...['POST /auth/oidc/session', 'GET /auth/oidc/{provider}/sign-out'],
    ...['POST /auth/forgot-password', 'POST /auth/reset-password'],
    ...['POST /auth/invitations/look', 'POST /auth/invitations/accept'],
  ]),
  ...of('the own account of whoever asks, and of nobody else', [
    ...['GET /auth/proof', 'PUT /auth/change-password', 'PATCH /auth/me'],
    ...['DELETE /auth/sessions', 'DELETE /auth/sessions/{id}'],
    ...['POST /auth/api-keys', 'DELETE /auth/api-keys/{id}'],
    ...['POST /auth/passkeys', 'POST /auth/passkeys/options', 'POST /auth/passkeys/proof/options'],
    ...['PATCH /auth/passkeys/{id}', 'POST /auth/passkeys/{id}/remove'],
    ...['POST /auth/two-factor/enrol', 'POST /auth/two-factor/confirm'],
    ...['POST /auth/two-factor/recovery-codes', 'POST /auth/two-factor/remove'],
    ...['POST /auth/oidc/{provider}/link', 'POST /auth/oidc/{provider}/prove'],
    ...['POST /auth/oidc/proof', 'POST /auth/oidc/identities'],
    'POST /auth/oidc/identities/{identity}/remove',
    ...['GET', 'POST', 'PUT'].map((method) => `${method} /auth/email-confirmation`),
  ]),
};

function of(reason: string, endpoints: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(endpoints.map((one) => [one, reason]));
}

/** All endpoints that are not about records. */
export const besideRecords: ReadonlyMap<string, string> = new Map(Object.entries(BESIDE));

export const isBeside = ({ method, path }: Endpoint): boolean =>
  besideRecords.has(`${method} ${path}`);
