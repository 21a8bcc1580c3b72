import { expect } from 'vitest';
import { startTestService, type TestService } from './test-service.js';

/** An answer of the RealWorld API, whose body a test looks into. */
export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers
  readonly body: any;
}

/** The RealWorld API on a database of its own. */
export interface Conduit {
  readonly service: TestService;
  send(method: string, path: string, body?: object, token?: string): Promise<Answer>;
  stop(): Promise<void>;
}

/** Somebody who has signed up. */
export type Member = Pick<Conduit, 'send'>;

export async function startConduit(): Promise<Conduit> {
  const service = await startTestService();
  // Users are changed where there is an administrator, as there is in every service that was started.
  await service.as('Admin');
  const send: Conduit['send'] = async (method, path, body, token) => {
    const response = await fetch(`${service.url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Token ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };
  return { service, send, stop: () => service.stop() };
}

/** Makes an account; `more` is what a stranger might send beside what they are asked for. */
export async function signUp(conduit: Conduit, name: string, more: object = {}): Promise<Member> {
  const user = { username: name, email: `${name}@example.com`, password: `${name} has a password` };
  const answer = await conduit.send('POST', '/users', { user: { ...user, ...more } });
  expect(answer.status).toBe(201);
  const { token } = answer.body.user;
  return { send: (method, path, body) => conduit.send(method, path, body, token) };
}
