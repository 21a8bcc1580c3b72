import { createHmac, randomBytes } from 'node:crypto';

/*
 * Signatures as specified by https://www.standardwebhooks.com.
 */

const PREFIX = 'whsec_';

/** A new random secret. */
export const newSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** The headers by which a receiver verifies sender and time; signed with each of the secrets. */
export function signedHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
