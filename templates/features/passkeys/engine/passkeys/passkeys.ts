import { createHmac } from 'node:crypto';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { newTokenVersion } from '../auth/access-control.js';
import { derivedKey } from '../auth/derived-key.js';
import { markAccessChange, type Account, type Directory } from '../auth/directory.js';
import type { SecurityEvents } from '../auth/security-events.js';
import type { Throttle } from '../auth/throttle.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import type { Client } from '../http/client.js';
import { conflict } from '../problem/problem.js';
import { createChallenges, type Challenge, type Challenges, type Purpose } from './challenges.js';
import {
  Refused,
  creationOptions,
  requestOptions,
  verifyKnown,
  verifyNew,
  type SentCredential,
} from './credentials.js';
import type { RelyingParty } from './relying-party.js';
import { storedPasskeys, type StoredPasskey, type StoredPasskeys } from './stored-passkeys.js';

export interface PasskeyParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly throttle: Throttle;
  readonly events: SecurityEvents;
  /** The secret of the service: challenges are signed under a key of it. */
  readonly secret: string;
  readonly party: RelyingParty;
  /** The clock, for tests. */
  readonly now: () => number;
}

/** More than anybody has devices. */
export const MOST_PASSKEYS = 20;
/** What the kind of factor is called. */
export const PASSKEY = 'passkey';

/** The passkeys of users. */
export class Passkeys {
  readonly #parts: PasskeyParts;
  readonly #stored: StoredPasskeys;
  readonly #challenges: Challenges;

  constructor(parts: PasskeyParts) {
    this.#parts = parts;
    this.#stored = storedPasskeys(parts.database, parts.now);
    this.#challenges = createChallenges(parts.secret, parts.now);
  }

  /** The passkeys of a user, the oldest first. */
  of({ profile }: Account): Promise<readonly StoredPasskey[]> {
    const { database } = this.#parts;
    return database.read((session) => this.#stored.ofUser(session, profile.id), { quick: true });
  }

  /** What a browser makes a new passkey by. Whether they may have one is for the caller to know. */
  async creation(
    account: Account,
    service: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await this.of(account);
    refuseMore(known);
    const { username, first_name: first, last_name: last } = account.profile;
    const displayName = [first, last].filter(Boolean).join(' ') || username;
    const user = { name: username, displayName, handle: this.#handleOf(account, known) };
    const challenge = this.#challenges.issue('add', holderOf(account));
    return creationOptions(this.#parts.party, user, challenge, known, service);
  }

  /** What a browser shows a passkey by: one of the account's, or of anybody for a sign-in. */
  async request(purpose: Exclude<Purpose, 'add'>, account: Account | null) {
    const challenge = this.#challenges.issue(purpose, holderOf(account));
    return requestOptions(this.#parts.party, challenge, account ? await this.of(account) : []);
  }

  /** Makes a passkey the user's; null where the authenticator does not answer for it. */
  async add(
    account: Account,
    sent: SentCredential,
    name: string,
    client: Client,
  ): Promise<StoredPasskey | null> {
    const { database, party } = this.#parts;
    const { id: userId } = account.profile;
    const added = await this.#unlessRefused(account, client, async () => {
      const challenge = this.#challengeIn(sent, 'add', account);
      const verified = await verifyNew(party, sent);
      return database.write(async (session) => {
        const known = await this.#stored.ofUser(session, userId);
        refuseMore(known);
        if (!(await this.#stored.useChallenge(session, challenge))) throw new Refused('replayed');
        const handle = this.#handleOf(account, known);
        const isNew = await this.#stored.add(session, { ...verified, userId, handle, name });
        if (!isNew) throw new Refused('the credential is known already');
        return this.#stored.find(session, verified.credential);
      }, OWN);
    });
    if (added) this.#tell('passkey-added', account, client, added.id);
    return added;
  }

  /** The account that an authenticator answers for; null where it does for none, or for another than this one. */
  async check(
    purpose: Exclude<Purpose, 'add'>,
    account: Account | null,
    sent: SentCredential,
    client: Client,
  ): Promise<Account | null> {
    let found: Account | null = null;
    // No name that somebody can send to sign in: NUL is refused there.
    await this.#parts.throttle.attempt(`\0passkey ${sent.id}`, client.address, async () => {
      found = await this.#unlessRefused(account, client, () => this.#use(purpose, account, sent));
      return found !== null;
    });
    return found;
  }

  /**
   * The same of a proof, before a change that may be refused: what notes the use in the transaction of that, and is false where the
   * answer was used meanwhile; null where the authenticator does not answer for the account.
   */
  async verify(
    account: Account,
    sent: SentCredential,
    client: Client,
  ): Promise<(() => Promise<boolean>) | null> {
    const { database, throttle } = this.#parts;
    let found: Verified | null = null;
    await throttle.attempt(`\0passkey ${sent.id}`, client.address, async () => {
      const verifying = () => this.#verified('prove', account, sent);
      found = await this.#unlessRefused(account, client, verifying);
      return found !== null;
    });
    const { spend } = (found ?? {}) as Partial<Verified>;
    if (spend === undefined) return null;
    const use = async (): Promise<true> => {
      const refusal = await database.write(spend);
      if (refusal !== null) throw new Refused(refusal, account.profile.id);
      return true;
    };
    return async () => (await this.#unlessRefused(account, client, use)) ?? false;
  }

  async #use(purpose: Purpose, account: Account | null, sent: SentCredential): Promise<Account> {
    const { database, directory } = this.#parts;
    const { passkey, spend } = await this.#verified(purpose, account, sent);
    const refusal = await database.write(spend, OWN);
    if (refusal !== null) throw new Refused(refusal, passkey.userId);
    const owner = account ?? (await directory.account(passkey.userId));
    if (owner === null) throw new Refused('the user does not exist');
    return owner;
  }

  /** Whose passkey answers, and what notes its use. */
  async #verified(
    purpose: Purpose,
    account: Account | null,
    sent: SentCredential,
  ): Promise<Verified> {
    const { database, party } = this.#parts;
    const challenge = this.#challengeIn(sent, purpose, account);
    const read = (session: Session) => this.#stored.find(session, sent.id);
    const passkey = await database.read(read, { quick: true });
    const isTheirs = account === null || passkey?.userId === account.profile.id;
    if (passkey === null || !isTheirs) throw new Refused('there is no such passkey');
    const { userHandle } = sent.response;
    const names = account === null || (userHandle ?? null) !== null;
    if (names && userHandle !== passkey.handle) throw new Refused('it is for another user');
    const { counter, backedUp } = await verifyKnown(party, sent, passkey);
    const spend = async (session: Session): Promise<string | null> => {
      if (!(await this.#stored.useChallenge(session, challenge))) return 'replayed';
      const isUsed = await this.#stored.use(session, passkey.id, counter, backedUp);
      return isUsed ? null : 'the counter went back: it may have been copied';
    };
    return { passkey, spend };
  }

  async rename({ profile }: Account, id: NumericId, name: string): Promise<StoredPasskey | null> {
    return this.#parts.database.write(async (session) => {
      if (!(await this.#stored.rename(session, profile.id, id, name))) return null;
      const all = await this.#stored.ofUser(session, profile.id);
      return all.find((one) => one.id === id) ?? null;
    }, OWN);
  }

  /** Removes a passkey, null where there is no such one. All sessions end: those of the account as it is then stand. */
  async remove(account: Account, id: NumericId, client: Client): Promise<Account | null> {
    const { database } = this.#parts;
    const version = await database.write(async (session) => {
      const isRemoved = await this.#stored.remove(session, account.profile.id, id);
      return isRemoved ? this.#endSessions(session, account.profile.id) : null;
    }, OWN);
    if (version === null) return null;
    this.#tell('passkey-removed', account, client, id);
    return this.#changed(account, version);
  }

  /** Removes all passkeys of a user who has lost them. All their sessions end. */
  async reset(account: Account, actor: Account, client: Client): Promise<void> {
    const { id } = account.profile;
    const version = await this.#parts.database.write(async (session) => {
      await this.#stored.removeAll(session, id);
      return this.#endSessions(session, id);
    }, OWN);
    this.#changed(account, version);
    const actorId = actor.profile.id;
    this.#parts.events.tell({ kind: 'passkey-removed', userId: id, actorId, ...client });
  }

  /** The version that the tokens of new sessions have. */
  async #endSessions(session: Session, id: NumericId): Promise<string> {
    const version = newTokenVersion();
    await this.#stored.endSessions(session, id, version);
    await markAccessChange(session);
    return version;
  }

  #changed(account: Account, tokenVersion: string): Account {
    this.#parts.directory.changed();
    return { ...account, tokenVersion };
  }

  #challengeIn({ client }: SentCredential, purpose: Purpose, account: Account | null): Challenge {
    const { party } = this.#parts;
    const found = this.#challenges.read(client.challenge, purpose, holderOf(account));
    if (found === null) throw new Refused('the challenge has expired, or is for something else');
    if (party.ownOrigin(client.origin) === null)
      throw new Refused(`the page is of ${client.origin}, which is not in PASSKEY_ORIGINS`);
    return found;
  }

  /**
   * What authenticators know a user by: not the id, which others on the same domain have, too. It stays what it was with the
   * first passkey, whatever becomes of the secret.
   */
  #handleOf({ profile }: Account, known: readonly StoredPasskey[]): string {
    const [first] = known;
    if (first) return first.handle;
    const key = derivedKey(this.#parts.secret, 'passkey handle');
    return createHmac('sha256', key).update(String(profile.id)).digest('base64url');
  }

  async #unlessRefused<T>(
    account: Account | null,
    client: Client,
    work: () => Promise<T>,
  ): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const userId = error.userId ?? account?.profile.id ?? null;
      const facts = { reason: error.message.slice(0, 500) };
      this.#parts.events.tell({ kind: 'passkey-refused', userId, ...client, facts });
      return null;
    }
  }

  #tell(kind: string, { profile }: Account, client: Client, passkey: NumericId): void {
    this.#parts.events.tell({ kind, userId: profile.id, ...client, facts: { passkey } });
  }
}

/** A passkey that has answered. */
interface Verified {
  readonly passkey: StoredPasskey;
  /** Notes its use; why it is refused, if it is. */
  readonly spend: (session: Session) => Promise<string | null>;
}

/** Nothing of the developer's runs inside. */
const OWN = { shared: false } as const;

/** Whom a challenge is asked of; a new password, or the end of all sessions, makes it void. */
const holderOf = (account: Account | null): string =>
  account === null ? 'anybody' : `${account.profile.id} ${account.tokenVersion}`;

function refuseMore(known: readonly StoredPasskey[]): void {
  if (known.length >= MOST_PASSKEYS)
    throw conflict(`You have ${MOST_PASSKEYS} passkeys: remove one first.`);
}
