/** Options of the service for `navigator.credentials`, whose bytes are in base64url. */
export interface Options {
  challenge: string;
  user?: { id: string };
  allowCredentials?: readonly Known[];
  excludeCredentials?: readonly Known[];
}

interface Known {
  id: string;
}

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

// By hand rather than by `parseCreationOptionsFromJSON` and `toJSON`: browsers of 2024 have passkeys, but not these.

/** Makes a passkey; throws a `DOMException` where the user or the device does not. */
export async function makePasskey(options: Options): Promise<object> {
  const publicKey = {
    ...withBytes(options),
    user: { ...options.user, id: bytesOf(options.user?.id ?? '') },
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return credentialOf(made, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports(),
  });
}

/** Shows a passkey; throws a `DOMException` where the user or the device does not. */
export async function showPasskey(options: Options): Promise<object> {
  const publicKey = withBytes(options) as unknown as PublicKeyCredentialRequestOptions;
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  const { userHandle } = response;
  return credentialOf(shown, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    ...(userHandle && { userHandle: textOf(userHandle) }),
  });
}

const withBytes = ({
  challenge,
  allowCredentials = [],
  excludeCredentials = [],
  ...rest
}: Options) => ({
  ...rest,
  challenge: bytesOf(challenge),
  allowCredentials: allowCredentials.map(withId),
  excludeCredentials: excludeCredentials.map(withId),
});

const withId = (known: Known) => ({ ...known, id: bytesOf(known.id) });

/** As `PublicKeyCredential.toJSON()` has it. */
const credentialOf = ({ id, type }: PublicKeyCredential, response: object): object => ({
  ...{ id, rawId: id, type, response },
  clientExtensionResults: {},
});

function bytesOf(text: string): ArrayBuffer {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0)).buffer;
}

function textOf(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
