import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { NumericId } from '../fields/record-id.js';
import { invalid } from '../problem/problem.js';
import { CHALLENGE_TTL } from './challenges.js';
import type { RelyingParty } from './relying-party.js';
import type { NewPasskey, StoredPasskey } from './stored-passkeys.js';

/** What a browser sends: the credential, as `PublicKeyCredential.toJSON()` has it. */
export interface SentCredential {
  readonly id: string;
  readonly response: Readonly<Record<string, unknown>>;
  readonly client: ClientData;
  /** The credential as it was sent. */
  readonly whole: unknown;
}

/** What the page knows that the authenticator has signed for. */
interface ClientData {
  readonly challenge: string;
  readonly origin: string;
}

/** Why a credential is not taken: for the log, not for whoever sent it. */
export class Refused extends Error {
  constructor(
    reason: string,
    /** The owner of the passkey, if the authenticator has answered for the passkey. */
    readonly userId: NumericId | null = null,
  ) {
    super(reason);
  }
}

/** Loaded with the first passkey: it takes longer than the rest of the start. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** EdDSA, ES256 and RS256, which authenticators have in common. */
const ALGORITHMS = [-8, -7, -257];
/** Bytes that an id may have are 1023. */
const MAX_ID = 1364;
const TIMEOUT = CHALLENGE_TTL * 1000;

/** The credential of a body; 422 where it has none. */
export function credentialIn(body: Readonly<Record<string, unknown>>): SentCredential {
  const whole = body['credential'];
  const { id, response } = isObject(whole) ? whole : {};
  const client = isObject(response) ? clientDataIn(response['clientDataJSON']) : null;
  if (
    typeof id === 'string' &&
    isObject(response) &&
    client &&
    /^[\w-]+$/.test(id) &&
    id.length <= MAX_ID
  )
    return { id, response, client, whole };
  const message = 'credential must be the answer of the browser to the options.';
  throw invalid([{ field: 'credential', code: 'value', message }]);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function clientDataIn(text: unknown): ClientData | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(String(text), 'base64url').toString());
    if (!isObject(data) || data['crossOrigin'] === true) return null;
    const { challenge, origin } = data;
    return typeof challenge === 'string' && typeof origin === 'string'
      ? { challenge, origin }
      : null;
  } catch {
    return null;
  }
}

/** What a browser makes a passkey by. */
export async function creationOptions(
  party: RelyingParty,
  user: { readonly name: string; readonly displayName: string; readonly handle: string },
  challenge: string,
  known: readonly StoredPasskey[],
  service: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    ...{ rpName: service, rpID: party.id, timeout: TIMEOUT, attestationType: 'none' },
    userName: user.name,
    userDisplayName: user.displayName,
    userID: new Uint8Array(Buffer.from(user.handle, 'base64url')),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    excludeCredentials: known.map(({ credential: id, transports }) => ({
      id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What a browser shows a passkey by: one of these, or any of ours that the authenticator has. */
export async function requestOptions(
  party: RelyingParty,
  challenge: string,
  known: readonly StoredPasskey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    ...{ rpID: party.id, timeout: TIMEOUT, userVerification: 'required' },
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    allowCredentials: known.map(({ credential: id, transports }) => ({
      id,
      transports: [...transports],
    })),
  });
}

type Verified = Pick<
  NewPasskey,
  'credential' | 'publicKey' | 'counter' | 'transports' | 'backedUp'
>;

/** A new passkey that an authenticator answers for; `Refused` where it does not. Whether the challenge is ours was seen before. */
export async function verifyNew(party: RelyingParty, sent: SentCredential): Promise<Verified> {
  await refuseAttested(sent);
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    ...expected(party, sent),
    response: sent.whole as RegistrationResponseJSON,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse);
  if (!verified || info.credential.id.length > MAX_ID)
    throw new Refused('the attestation is wrong');
  const { id: credential, publicKey, counter } = info.credential;
  return {
    ...{ credential, counter, backedUp: info.credentialBackedUp },
    publicKey: Buffer.from(publicKey).toString('base64url'),
    transports: transportsOf(sent.response['transports']),
  };
}

/**
 * No make of authenticator is asked for. Statements that name one are not looked at: their certificates have addresses of lists
 * that would be fetched.
 */
async function refuseAttested({ response }: SentCredential): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  try {
    const attestation = decodeAttestationObject(
      isoBase64URL.toBuffer(String(response['attestationObject'])),
    );
    const format = attestation.get('fmt');
    if (format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c')))
      return;
  } catch (error) {
    refuse(error);
  }
  throw new Refused('the authenticator names its make');
}

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** How a browser reaches the authenticator; only what is known. */
const transportsOf = (sent: unknown): readonly string[] =>
  TRANSPORTS.filter((one) => Array.isArray(sent) && sent.includes(one));

/** How often the authenticator says that it was used; `Refused` where it does not answer for the passkey. */
export async function verifyKnown(
  party: RelyingParty,
  sent: SentCredential,
  { credential: id, publicKey }: StoredPasskey,
): Promise<Pick<Verified, 'counter' | 'backedUp'>> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    ...expected(party, sent),
    response: sent.whole as AuthenticationResponseJSON,
    // The counter is compared where it is written: of two processes both would find it grown.
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
  }).catch(refuse);
  if (!verified) throw new Refused('the signature is wrong');
  return { counter: info.newCounter, backedUp: info.credentialBackedUp };
}

const expected = (party: RelyingParty, { client }: SentCredential) => ({
  expectedChallenge: client.challenge,
  expectedOrigin: party.ownOrigin(client.origin) ?? [],
  expectedRPID: party.id,
  requireUserVerification: true,
});

/** The library throws whatever is wrong; what was sent may be garbage. */
function refuse(error: unknown): never {
  throw new Refused(error instanceof Error ? error.message : String(error));
}
