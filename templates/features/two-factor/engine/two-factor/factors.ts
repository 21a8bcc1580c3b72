import type { Logger } from 'pino';
import { newTokenVersion } from '../auth/access-control.js';
import { markAccessChange, type Account, type Directory } from '../auth/directory.js';
import type { SecurityEvents } from '../auth/security-events.js';
import type { FactorKinds } from '../auth/sign-in-door.js';
import type { Throttle } from '../auth/throttle.js';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import type { NumericId } from '../fields/record-id.js';
import type { Client } from '../http/client.js';
import { HttpProblem, coded } from '../problem/problem.js';
import { hashOf, newRecoveryCodes } from './recovery-codes.js';
import type { Sealing } from './sealed.js';
import { storedFactors, type StoredFactor, type StoredFactors } from './stored-factors.js';
import { appUri, base32, newSecret, stepOf } from './totp.js';

/** What a user shows as the second factor. */
export interface Proof {
  readonly kind: 'totp' | 'recovery-code';
  readonly code: string;
}

/** Whether a user has a second factor, and must. */
export interface FactorState {
  readonly active: boolean;
  /** Since when. */
  readonly since: string | null;
  /** Recovery codes that are left. */
  readonly recovery_codes: number;
  /** Whether a role requires it. */
  readonly required: boolean;
  /** From when on nobody signs in without it; null where that has begun with no sign-in yet. */
  readonly required_from: string | null;
}

/** What an authenticator app is set up with. */
export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
  readonly expires_in: number;
}

/** A factor has changed: sessions from before have ended, those of the account as it is now stand. */
export interface Changed {
  readonly account: Account;
  readonly recoveryCodes: readonly string[];
}

export interface FactorParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly throttle: Throttle;
  readonly events: SecurityEvents;
  readonly logger: Logger;
  readonly sealing: Sealing;
  /** Roles whose users need a factor; `*` stands for everybody. */
  readonly roles: readonly string[];
  /** Milliseconds from the first sign-in for which they do without. */
  readonly grace: number;
  /** The clock, for tests. */
  readonly now: () => number;
}

/** Wrong codes of a user in a time window, from wherever they come. */
const MAX_TRIES = 5;
const WINDOW = 15 * 60_000;
/** Seconds from the secret to its first code. */
const ENROLMENT = 600;

/** The second factors of users. */
export class Factors {
  readonly #parts: FactorParts;
  readonly #stored: StoredFactors;

  constructor(parts: FactorParts) {
    this.#parts = parts;
    this.#stored = storedFactors(parts.database, parts.now);
  }

  /** What somebody who has shown the first factor still has to show. */
  async asked(account: Account): Promise<FactorKinds | null> {
    const { id } = account.profile;
    const factor = await this.#find(id);
    const kinds = kindsOf(factor);
    if (kinds !== null) return kinds;
    const { now, grace } = this.#parts;
    if (!this.isRequired(account)) {
      // Whoever gets such a role again has the days of grace again.
      if (factor?.requiredSince != null) await this.#require(id, null);
      return null;
    }
    const since = factor?.requiredSince ?? now();
    if (factor?.requiredSince == null) await this.#require(id, since);
    return now() >= since + grace ? ['enrol'] : null;
  }

  /** Kinds of factors that the user has. */
  async kinds({ profile }: Account): Promise<readonly string[]> {
    return kindsOf(await this.#find(profile.id)) ?? [];
  }

  async state(account: Account): Promise<FactorState> {
    const factor = await this.#find(account.profile.id);
    const required = this.isRequired(account);
    const from = required && factor?.requiredSince != null;
    return {
      active: factor?.secret != null,
      since: dateOf(factor?.confirmedAt),
      recovery_codes: factor?.codes ?? 0,
      required,
      required_from: from ? dateOf(factor.requiredSince! + this.#parts.grace) : null,
    };
  }

  /** Whether a role of the user requires a factor. */
  isRequired({ profile }: Account): boolean {
    const { roles } = this.#parts;
    return roles.includes('*') || profile.roles.some((role) => roles.includes(role));
  }

  /** Whether the user has a second factor. */
  async isActive({ profile }: Account): Promise<boolean> {
    return (await this.#find(profile.id))?.secret != null;
  }

  /** Whether a proof is right; no proof is right twice. 429 after too many that were not. */
  async check(account: Account, proof: Proof, client: Client): Promise<boolean> {
    const right = await this.#attempt(account, client, proof.kind, async (session, factor) => {
      const use = await this.#right(session, account, factor, proof);
      return typeof use === 'function' ? (await use(session)) || USED : use;
    });
    if (right !== null) this.#tellUsed(account, proof, client);
    return right !== null;
  }

  /**
   * The same before a change that may be refused: what uses the proof up in the transaction of that, and is false where it was used
   * meanwhile; null where it is wrong.
   */
  async verify(
    account: Account,
    proof: Proof,
    client: Client,
  ): Promise<(() => Promise<boolean>) | null> {
    const { database } = this.#parts;
    const use = await this.#attempt(account, client, proof.kind, (session, factor) =>
      this.#right(session, account, factor, proof),
    );
    if (use === null) return null;
    return async () => {
      const isUsed = await database.write(use);
      const run = () => this.#tellUsed(account, proof, client);
      if (isUsed) database.afterCommit({ place: 'two-factor', atOnce: true, run });
      return isUsed;
    };
  }

  /** A new secret, which becomes the user's with its first code. Whether they may have one is for the caller to know. */
  async enrol({ profile }: Account, issuer: string): Promise<Enrolment> {
    const { database, sealing, now } = this.#parts;
    const secret = newSecret();
    const sealed = sealing.seal(profile.id, secret);
    await database.write(async (session) => {
      await this.#stored.open(session, profile.id);
      await this.#stored.begin(session, profile.id, sealed, now() + ENROLMENT * 1000);
    }, OWN);
    const uri = appUri(secret, issuer, profile.username);
    return { secret: base32(secret), uri, expires_in: ENROLMENT };
  }

  /**
   * Makes the new secret the user's by its first code; null where that is wrong. All sessions end. `isFirst`: only where there
   * is no other factor.
   */
  async confirm(
    account: Account,
    code: string,
    client: Client,
    isFirst = false,
  ): Promise<Changed | null> {
    const { id } = account.profile;
    const recoveryCodes = newRecoveryCodes();
    const confirmed = await this.#attempt(account, client, 'totp', async (session, factor) => {
      const step = factor.pending && this.#stepOf(id, factor.pending, code);
      if (factor.pending === null || step === null || (isFirst && factor.secret !== null))
        return null;
      if (!(await this.#stored.confirm(session, id, factor.pending, step as number))) return null;
      await this.#stored.replaceCodes(session, id, recoveryCodes.map(hashOf));
      return this.#endSessions(session, id);
    });
    if (confirmed === null) return null;
    this.#tell('factor-added', account, client);
    return { account: await this.#changed(account, confirmed), recoveryCodes };
  }

  /** New recovery codes in place of the old ones. */
  async renewCodes(account: Account, client: Client): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    await this.#parts.database.write(
      (session) => this.#stored.replaceCodes(session, account.profile.id, codes.map(hashOf)),
      OWN,
    );
    this.#tell('recovery-codes-renewed', account, client);
    return codes;
  }

  /** Removes one's own factor, whose proof was checked; whether a role needs it is for the caller to know. All sessions end. */
  async remove(account: Account, client: Client): Promise<Changed> {
    const version = await this.#remove(account.profile.id);
    this.#tell('factor-removed', account, client);
    return { account: await this.#changed(account, version), recoveryCodes: [] };
  }

  /** Removes the factor of a user who cannot show it any more. All their sessions end. */
  async reset(account: Account, actor: Account, client: Client): Promise<void> {
    await this.#changed(account, await this.#remove(account.profile.id));
    this.#tell('factor-reset', account, client, actor.profile.id);
  }

  async #remove(id: NumericId): Promise<string> {
    return this.#parts.database.write(async (session) => {
      await this.#stored.remove(session, id);
      return this.#endSessions(session, id);
    }, OWN);
  }

  /** The version that the tokens of new sessions have. */
  async #endSessions(session: Session, id: NumericId): Promise<string> {
    const version = newTokenVersion();
    await this.#stored.endSessions(session, id, version);
    await markAccessChange(session);
    return version;
  }

  async #changed(account: Account, tokenVersion: string): Promise<Account> {
    this.#parts.directory.changed();
    return { ...account, tokenVersion };
  }

  /**
   * One try of a user, in a transaction: what `work` makes of it, null where it was wrong. Tries of codes of apps are taken before
   * they are known to be wrong, so that of many at once only a few are looked at. Only whoever has shown the first factor gets
   * here. Nobody guesses a recovery code: wrong ones count where they come from alone, so that whoever knows the password cannot
   * keep its user from them.
   */
  async #attempt<T>(
    account: Account,
    client: Client,
    kind: Proof['kind'],
    work: (session: Session, factor: StoredFactor) => Promise<T | typeof USED | null>,
  ): Promise<T | null> {
    const { database, throttle, now } = this.#parts;
    const { id } = account.profile;
    const isCounted = kind === 'totp';
    let result: T | null = null;
    // No name that somebody can send to sign in: NUL is refused there.
    await throttle.attempt(`\0${kind} ${id}`, client.address, async () => {
      const found = await database.write(async (session) => {
        // Makes others who ask for this user wait: what is read then stays so.
        const isLeft =
          !isCounted || (await this.#stored.takeTry(session, id, MAX_TRIES, now() - WINDOW));
        const factor = await this.#stored.find(session, id);
        if (factor === null) return null;
        if (!isLeft) throw tooManyTries();
        const made = await work(session, factor);
        if (isCounted && made !== null) await this.#stored.returnTry(session, id);
        return made;
      }, OWN);
      if (found !== USED) result = found;
      if (result === null) this.#tell('factor-refused', account, client);
      return found !== null;
    });
    return result;
  }

  /** What uses a proof up that is right; null for a wrong one, `USED` for one that was sent twice. */
  async #right(
    session: Session,
    { profile: { id } }: Account,
    { secret, lastStep }: StoredFactor,
    { kind, code }: Proof,
  ): Promise<((to: Session) => Promise<boolean>) | typeof USED | null> {
    if (secret === null) return null;
    if (kind === 'totp') {
      const step = this.#stepOf(id, secret, code);
      if (step === null) return null;
      if (step <= lastStep) return USED;
      return (to) => this.#stored.useStep(to, id, step);
    }
    const hash = hashOf(code);
    if (!(await this.#stored.hasCode(session, id, hash))) return null;
    return (to) => this.#stored.useCode(to, id, hash);
  }

  #tellUsed(account: Account, { kind }: Proof, client: Client): void {
    if (kind === 'recovery-code') this.#tell('recovery-code-used', account, client);
  }

  /** The step of a code under a sealed secret; 503 where nobody can open that any more. */
  #stepOf(id: NumericId, sealed: string, code: string): number | null {
    const { sealing, logger, now } = this.#parts;
    const secret = sealing.open(id, sealed);
    if (secret) return stepOf(secret, code, now());
    logger.error(
      { userId: id },
      'a second factor cannot be read: AUTH_SECRET has changed, and AUTH_SECRET_FORMER is not the one before (docs/two-factor.md)',
    );
    throw new HttpProblem(
      503,
      'The service cannot check codes of apps at the moment: use a recovery code.',
    );
  }

  async #require(id: NumericId, since: number | null): Promise<void> {
    await this.#parts.database.write(async (session) => {
      if (since !== null) await this.#stored.open(session, id);
      await this.#stored.require(session, id, since);
    }, OWN);
  }

  #find(id: NumericId): Promise<StoredFactor | null> {
    return this.#parts.database.read((session) => this.#stored.find(session, id), { quick: true });
  }

  #tell(kind: string, { profile }: Account, client: Client, actorId?: NumericId): void {
    const actor = actorId === undefined ? {} : { actorId };
    this.#parts.events.tell({ kind, userId: profile.id, ...client, ...actor });
  }
}

/** What was right before: refused, but no guess. */
const USED = 'used';

/** Nothing of the developer's runs inside. */
const OWN = { shared: false } as const;

function kindsOf(factor: StoredFactor | null): FactorKinds | null {
  if (factor?.secret == null) return null;
  return factor.codes > 0 ? ['totp', 'recovery-code'] : ['totp'];
}

const dateOf = (ms: number | null | undefined): string | null =>
  ms == null ? null : new Date(ms).toISOString();

function tooManyTries(): HttpProblem {
  const detail = 'Too many wrong codes: wait, then try again.';
  const wait = { 'retry-after': String(WINDOW / 1000) };
  return new HttpProblem(429, detail, [], wait, coded('too-many-tries'));
}
