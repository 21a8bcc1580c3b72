import { listOf, textSchema } from './field-schema.js';
import { ref, type Schema } from './openapi-types.js';
import { objectSchema } from './service-schemas.js';

const kind: Schema = {
  ...textSchema(64),
  examples: ['totp', 'recovery-code', 'passkey', 'provider', 'enrol'],
};

/** There are no more kinds of factors. */
export const FACTOR_KINDS = listOf(kind, 8);

/** By what users prove who they are before they change how they sign in. */
export const PROOF_BY: Schema = {
  ...FACTOR_KINDS,
  description:
    'Kinds of which I show one: my factors, or what stands in for the password of whoever has none (`password` is among ' +
    'them where that would do, too). None: the password.',
};

/** All by which they could. */
export const PROOF_KINDS = objectSchema({
  proof_by: PROOF_BY,
  has_password: { type: 'boolean', description: 'False for whoever comes in by a provider only.' },
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
    'One of the kinds in `proof_by`: `kind` with `code`, or with `credential` for a passkey (options: ' +
    '`/auth/passkeys/proof/options`). The `password` where there are none, or where it is among them.',
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
