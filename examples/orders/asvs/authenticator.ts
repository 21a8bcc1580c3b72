import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What a service asks an authenticator for, as its options have it. */
export interface Asked {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** How an authenticator, or the page that it is on, differs from an honest one. */
export interface Answering {
  readonly origin?: string;
  readonly rpId?: string;
  readonly crossOrigin?: boolean;
  /** Whether it has seen a finger, a face or a PIN. */
  readonly verified?: boolean;
  /** How often it claims to be used. */
  readonly counter?: number;
  readonly handle?: string;
}

/** A credential as the browser sends it. */
export interface Sent {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: object;
  readonly response: Readonly<Record<string, unknown>>;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** An authenticator in software (WebAuthn level 2) with a single passkey: a P-256 key, no attestation. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  #handle = '';
  #counter = 0;

  constructor(
    readonly origin: string,
    readonly rpId: string = new URL(origin).hostname,
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.#publicKey = cborMap([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }

  /** Makes its passkey for whom the options name. */
  create({ challenge, user }: Asked, how: Answering = {}): Sent {
    this.#handle = user?.id ?? '';
    const size = Buffer.alloc(2);
    size.writeUInt16BE(this.id.length);
    const key = Buffer.concat([Buffer.alloc(16), size, this.id, this.#publicKey]);
    const authData = Buffer.concat([this.#head(how, HAS_KEY), key]);
    const attestation = cborMap([
      ['fmt', 'none'],
      ['attStmt', { encoded: cborMap([]) }],
      ['authData', authData],
    ]);
    return this.#sent({
      clientDataJSON: text(this.#clientData('webauthn.create', challenge, how)),
      attestationObject: text(attestation),
      transports: ['internal'],
    });
  }

  /** Answers a challenge with its passkey. */
  get({ challenge }: Asked, how: Answering = {}): Sent {
    const clientData = this.#clientData('webauthn.get', challenge, how);
    const authenticatorData = this.#head({ counter: (this.#counter += 1), ...how }, 0);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return this.#sent({
      clientDataJSON: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(sign('sha256', signed, this.#key)),
      userHandle: how.handle ?? this.#handle,
    });
  }

  #sent(response: Readonly<Record<string, unknown>>): Sent {
    const id = text(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string, how: Answering): Buffer {
    const { origin = this.origin, crossOrigin = false } = how;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  #head({ rpId = this.rpId, verified = true, counter = 0 }: Answering, more: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(PRESENT | (verified ? VERIFIED : 0) | more);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), rest]);
  }
}

const text = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Buffer | { readonly encoded: Buffer };

/** The few kinds of CBOR (RFC 8949) that authenticators send. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return value.encoded;
}

const cborMap = (entries: readonly (readonly [Cbor, Cbor])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}
