import { Authenticator, type Asked, type Sent } from './authenticator.js';
import { expectStatus, freshAddress, type Person } from './people.js';
import type { Answer, Service } from './service.js';
import { SETTINGS } from './settings.js';

/** A user with a passkey. */
export interface Keyed extends Person {
  readonly authenticator: Authenticator;
  readonly key: number;
}

const PATH = '/auth/passkeys';

/** Makes a passkey for somebody who has no factor yet. */
export async function withPasskey(service: Service, person: Person): Promise<Keyed> {
  const { token, password } = person;
  const authenticator = new Authenticator(SETTINGS['PUBLIC_URL']!);
  const asked = await service.ask('POST', `${PATH}/options`, { token, body: { password } });
  const credential = authenticator.create(expectStatus(asked, 200).json as Asked);
  const body = { name: 'Key', credential };
  const made = expectStatus(await service.ask('POST', PATH, { token, body }), 201);
  return { ...person, authenticator, key: (made.json as { id: number }).id };
}

/** Options to show a passkey by, to sign in: `factor` by the token of a question. */
export async function askedFor(
  service: Service,
  what: 'sign-in' | 'factor',
  body: object = {},
): Promise<Asked> {
  const answer = await service.ask('POST', `${PATH}/${what}/options`, { body });
  return expectStatus(answer, 200).json as Asked;
}

/** Shows a passkey. */
export const show = (
  service: Service,
  what: 'sign-in' | 'factor',
  credential: Sent,
  more: object = {},
): Promise<Answer> =>
  service.ask('POST', `${PATH}/${what}`, { body: { ...more, credential }, from: freshAddress() });
