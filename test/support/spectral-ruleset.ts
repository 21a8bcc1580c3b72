import { join } from 'node:path';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';

/** What rulesets call the document that is looked at; exceptions name places in it. */
export const DOCUMENT = join(import.meta.dirname, 'openapi.json');

const at = (path: string) =>
  `openapi.json#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`;

/** What generated documents are held to: Spectral's rules for OpenAPI and OWASP's, but for what does not fit here. */
export const spectralRuleset = {
  extends: [
    [oas, 'recommended'],
    [owasp, 'recommended'],
  ],
  rules: {
    // Ids are numbers; what keeps others from a row are its rules, which every door obeys.
    'owasp:api1:2023-no-numeric-ids': 'off',
    // Failed sign-ins are limited, with 429 and `Retry-After` where they can occur. What limits all requests, and has
    // headers that tell of it, is a proxy's affair.
    'owasp:api4:2023-rate-limit': 'off',
    'owasp:api4:2023-rate-limit-responses-429': 'off',
  },
  overrides: [
    {
      // A filter is called as its field, and notes of the clinic have one that is called `secret`.
      files: [at('/note'), at('/note/_aggregate')],
      rules: { 'owasp:api2:2023-no-credentials-in-url': 'off' },
    },
    {
      // Who signs in has no token yet.
      files: [at('/auth/login')],
      rules: { 'owasp:api2:2023-write-restricted': 'off' },
    },
    {
      // Everybody may ask: whoever starts the service, and the sign-in page.
      files: ['/auth/sign-in', '/config/search', '/healthz', '/readyz'].map(at),
      rules: {
        'owasp:api2:2023-read-restricted': 'off',
        'owasp:api8:2023-define-error-responses-401': 'off',
      },
    },
    {
      // A link carries what says who asks.
      files: [at('/_files/_open/{name}')],
      rules: { 'owasp:api2:2023-read-restricted': 'off' },
    },
    {
      // The property with the headers of an upload is taken for the headers of a response.
      files: [at('/_files')],
      rules: { 'owasp:api8:2023-define-cors-origin': 'off' },
    },
  ],
};
