import { listOf, textSchema } from './field-schema.js';
import { ref, type Schema } from './openapi-types.js';
import { objectSchema } from './service-schemas.js';

const kind: Schema = {
  ...textSchema(64),
  examples: ['totp', 'recovery-code', 'passkey', 'provider', 'enrol'],
};

/** There are no more kinds of factors. */
export const FACTOR_KINDS = listOf(kind, 8);

/** The ways in which users prove who they are before they change how they sign in. */
export const PROOF_BY: Schema = {
  ...FACTOR_KINDS,
  description:
    'The kinds of proof that I have: my factors, or a substitute for a missing password. Any kind in the list will do; ' +
    '`password` is in the list if a password will do as well. If the list is empty, send the password.',
};

/** All by which they could. */
export const PROOF_KINDS = objectSchema({
  proof_by: PROOF_BY,
  has_password: {
    type: 'boolean',
    description: 'False for a user who signs in only through a provider.',
  },
});

const members: Readonly<Record<string, Schema>> = {
  password: { ...ref('schemas', 'text'), format: 'password' },
  kind,
  code: textSchema(64),
  credential: { type: 'object', additionalProperties: true },
};

/** What they show. */
export const PROOF: Schema = {
  type: 'object',
  properties: members,
  description:
    'A proof of a kind in `proof_by`: `kind` with `code`, or with `credential` for a passkey (options: ' +
    '`/auth/passkeys/proof/options`). If `proof_by` is empty or contains `password`, the `password`.',
};

/** The members of bodies by which they do; those of a proof beside the rest are what bodies had before 0.6. */
export const PROOF_PROPERTIES: Readonly<Record<string, Schema>> = {
  proof: PROOF,
  ...Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, { ...schema, deprecated: true }]),
  ),
};

/** A body that is nothing else. */
export const PROOF_BODY: Schema = { type: 'object', properties: PROOF_PROPERTIES };
