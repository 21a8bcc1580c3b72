import { createHmac } from 'node:crypto';
import { expectStatus, freshAddress, signIn, tokenOf, type Person } from './people.js';
import type { Answer, Service } from './service.js';

/** A user with a second factor. */
export interface Guarded extends Person {
  /** What an app that shows codes knows, in Base32. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

const STEP = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app shows (RFC 6238): now, or so many steps later. */
export function codeOf(secret: string, later = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + later));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** Sets up a second factor for somebody; the code of now is used by that. */
export async function guard(service: Service, person: Person): Promise<Guarded> {
  const { token, password } = person;
  const path = '/auth/two-factor';
  const begun = await service.ask('POST', `${path}/enrol`, { token, body: { password } });
  const { secret } = expectStatus(begun, 200).json as { secret: string };
  const code = codeOf(secret);
  const done = await service.ask('POST', `${path}/confirm`, { token, body: { code } });
  const { recovery_codes: recoveryCodes } = expectStatus(done, 200).json as {
    recovery_codes: string[];
  };
  return { ...person, token: tokenOf(done), secret, recoveryCodes };
}

/** The token of the question that the password of somebody with a factor is answered by. */
export async function questionOf(service: Service, person: Person): Promise<string> {
  const answer = expectStatus(await signIn(service, person.username, person.password), 200);
  return (answer.json as { factor: { token: string } }).factor.token;
}

/** Answers a question. */
export const answerQuestion = (
  service: Service,
  token: string,
  kind: string,
  code: string,
): Promise<Answer> =>
  service.ask('POST', '/auth/factor', { body: { token, kind, code }, from: freshAddress() });
