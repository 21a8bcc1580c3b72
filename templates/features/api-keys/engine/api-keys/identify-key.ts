import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Account } from '../auth/directory.js';
import type { Credentials, SignInDoor } from '../auth/sign-in-door.js';
import type { Database } from '../database/database.js';
import { firstSegment } from '../http/endpoint.js';
import { forbidden, unauthorized } from '../problem/problem.js';
import { narrowed } from './narrow-account.js';
import { KEY_FORM, type StoredKey, type StoredKeys } from './stored-keys.js';

/** Milliseconds after which a key is read again: so long one may live on that was removed by another process. */
const MAX_AGE = 500;
const MAX_KNOWN = 10_000;
const MINUTE = 60_000;

export interface IdentifyParts {
  readonly database: Database;
  readonly stored: StoredKeys;
  readonly logger: Logger;
  /** The clock, for tests. */
  readonly now?: () => number;
}

/** Lets requests in by `Authorization: Bearer key_...`. */
export function identifyKeys({
  database,
  stored,
  logger,
  now = Date.now,
}: IdentifyParts): SignInDoor {
  const known = new LRUCache<string, { readonly key: StoredKey; readonly found: Credentials }>({
    max: MAX_KNOWN,
    ttl: MAX_AGE,
  });
  const accounts = new NarrowedAccounts();

  const read = async (text: string): Promise<StoredKey> => {
    const key = KEY_FORM.test(text)
      ? await database.read((session) => stored.find(session, text))
      : null;
    if (key === null || key.expiresAt <= now())
      throw unauthorized('The API key has expired or is not valid.');
    noteUse(key);
    return key;
  };

  /** Nobody waits for it. */
  const noteUse = ({ id, usedAt }: StoredKey): void => {
    const at = now();
    if (usedAt !== null && at - usedAt < MINUTE) return;
    database
      .write((session) => stored.use(session, id, at))
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'the use of an API key was not noted'),
      );
  };

  return {
    endLasting: stored.removeAll,
    async identify(request) {
      const text = keyIn(request);
      if (text === null) return null;
      let entry = known.get(text);
      if (entry === undefined) {
        const key = await read(text);
        const narrow = (account: Account) => accounts.of(account, key);
        entry = { key, found: { userId: key.userId, narrow } };
        known.set(text, entry);
      }
      requireWithin(entry.key, request);
      return entry.found;
    },
  };
}

/** The key that a request was sent with; null with a token, or with nothing. */
function keyIn({ headers }: Request): string | null {
  const [, text] = /^Bearer +(key_.*)$/i.exec(headers.authorization ?? '') ?? [];
  return text ?? null;
}

/** Paths of the service itself, whose answers hold what the caller may see. */
const OWN_PATHS = new Set(['auth', 'config', 'openapi.json', '_batch', '_export', '_history']);
const READING = new Set(['GET', 'HEAD']);

/** Refuses what the policy does not see: endpoints of the project's own code. */
function requireWithin({ models, readOnly }: StoredKey, request: Request): void {
  if (readOnly && !READING.has(request.method))
    throw forbidden('This API key may only read.', 'may-not');
  if (models === null) return;
  const path = request.originalUrl.replace(/^\/api(?=\/)/, '').replace(/\?.*$/s, '');
  const first = firstSegment(path);
  if (!OWN_PATHS.has(first) && !models.includes(first))
    throw forbidden('This API key does not cover this model.', 'may-not');
}

/** One narrowed account for each account and set of limits, as long as the account is the same: the policy caches by it. */
class NarrowedAccounts {
  readonly #known = new WeakMap<Account, Map<number, Account>>();

  of(account: Account, key: StoredKey): Account {
    const ofAccount = this.#known.get(account) ?? new Map<number, Account>();
    this.#known.set(account, ofAccount);
    const found = ofAccount.get(key.id) ?? narrowed(account, key);
    ofAccount.set(key.id, found);
    return found;
  }
}
