import { createSecretKey, randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.js';
import type { Session } from '../database/dialect.js';
import { namedStatements } from '../database/named-statements.js';
import type { NumericId } from '../fields/record-id.js';

/** The contents of a valid token: its user and version. */
export interface TokenClaims {
  readonly userId: NumericId;
  readonly version: string;
  /** The sign-in that the token came from. */
  readonly session: string;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** The claims in the token of a question. */
export interface QuestionClaims extends Pick<TokenClaims, 'userId' | 'version'> {
  /** Kinds of factors that answer it. */
  readonly kinds: readonly string[];
}

export interface Tokens {
  /** Lifetime of a new token in seconds. */
  readonly ttl: number;
  issue(userId: NumericId, version: string): string;
  /** The claims of a token that this service signed and that has not expired, else null. */
  verify(token: string): TokenClaims | null;
  /** Lifetime in seconds of a token of a question. */
  readonly questionTtl: number;
  /** A token for whoever has to show a second factor of one of these kinds: it opens nothing else. */
  issueQuestion(userId: NumericId, version: string, kinds: readonly string[]): string;
  /** The user to whom the token of a question was issued, and its purpose; null once the token has expired. */
  readQuestion(token: string): QuestionClaims | null;
}

const MAX_CACHED_TOKENS = 10_000;
/** A kind of token, by its type and by whom it is for: none passes for another that the same key signs. */
interface Kind {
  readonly type: string;
  readonly audience: string;
}
/** An access token (RFC 9068), for the HTTP API of this service. */
const ACCESS: Kind = { type: 'at+jwt', audience: 'api' };
/** A question for a second factor. */
const QUESTION: Kind = { type: 'factor+jwt', audience: 'factor' };
const QUESTION_TTL = 300;

/** JWT with HMAC SHA-256 only. */
export function createTokens(secret: string, ttl: number): Tokens {
  // A KeyObject: a text would be converted into one for every signature.
  const key = createSecretKey(secret, 'utf8');
  const verified = new LRUCache<string, TokenClaims>({ max: MAX_CACHED_TOKENS });
  const sign = (kind: Kind, userId: NumericId, claims: object, expiresIn: number): string =>
    jwt.sign({ ...claims, sid: randomBytes(12).toString('base64url') }, key, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: kind.type },
      audience: kind.audience,
      subject: String(userId),
      expiresIn,
    });

  return {
    ttl,
    issue: (userId, version) => sign(ACCESS, userId, { ver: version }, ttl),
    verify(token) {
      const claims = verified.get(token) ?? readClaims(token, key, ACCESS);
      if (claims === null || claims.expires <= Date.now() / 1000) return null;
      verified.set(token, claims);
      return claims;
    },
    questionTtl: QUESTION_TTL,
    issueQuestion: (userId, version, kinds) =>
      sign(QUESTION, userId, { ver: version, kinds }, QUESTION_TTL),
    readQuestion: (token) => {
      const claims = readClaims(token, key, QUESTION);
      return claims && { ...claims, kinds: claims.kinds ?? [] };
    },
  };
}

function readClaims(
  token: string,
  key: ReturnType<typeof createSecretKey>,
  kind: Kind,
): (TokenClaims & Partial<QuestionClaims>) | null {
  try {
    const verified = jwt.verify(token, key, { algorithms: ['HS256'], complete: true });
    const { header, payload: claims } = verified;
    if (typeof claims === 'string') return null;
    if (header.typ !== kind.type || claims.aud !== kind.audience) return null;
    const { sub, iat, exp, ver, sid } = claims;
    if (typeof sub !== 'string' || !/^[1-9]\d{0,15}$/.test(sub)) return null;
    if (typeof iat !== 'number' || typeof exp !== 'number' || typeof ver !== 'string') return null;
    if (typeof sid !== 'string') return null;
    const kinds = claims['kinds'] as readonly string[] | undefined;
    return {
      userId: Number(sub),
      version: ver,
      session: sid,
      expires: exp,
      ...(kinds && { kinds }),
    };
  } catch {
    return null;
  }
}

const MAX_CACHED_SESSIONS = 10_000;
/** Seconds for which another replica's clock may still accept a token that has expired here. */
const CLOCK_SKEW = 300;

/**
 * Sessions that ended before their tokens expired. A session that this process does not know is looked up once; sessions that
 * end later are learned through the mark that `Directory` reads anyway.
 */
export class EndedSessions {
  /** Session -> whether it has ended. */
  private readonly known = new LRUCache<string, boolean>({ max: MAX_CACHED_SESSIONS });
  /** The newest one learned, null before the first time. */
  private newest: number | null = null;
  /** Counts ended sessions. */
  private generation = 0;
  private readonly statements: ReturnType<typeof statementsFor>;

  constructor(private readonly database: Database) {
    this.statements = statementsFor(database);
  }

  /** Whether it has ended, as far as this process knows. */
  async has({ session }: TokenClaims): Promise<boolean> {
    return this.known.get(session) ?? this.find(session);
  }

  /** Ends a session: immediately here, in other processes as soon as they read the mark. */
  async end({ session: sid, expires }: TokenClaims): Promise<void> {
    const { lock, insert, forget } = this.statements;
    await this.database.write(async (session) => {
      // Serialised: nobody may learn of a number while a lower one is still to be committed.
      await session.rows(lock, []);
      await session.run(insert, [sid, expires]);
      await session.run(forget, [Math.floor(Date.now() / 1000) - CLOCK_SKEW]);
    });
    this.remember([sid]);
  }

  /** Learns all sessions that ended up to the number `newest`. */
  async learn(newest: number): Promise<void> {
    const previous = this.newest;
    // Whatever ended before the first time is found when it is looked up.
    if (previous !== null && newest > previous) this.remember(await this.endedAfter(previous));
    this.newest = Math.max(newest, previous ?? 0);
  }

  private endedAfter(id: number): Promise<readonly string[]> {
    return this.database.read(async (session) => {
      const rows = await session.rows(this.statements.after, [id]);
      return rows.map(([sid]) => String(sid));
    });
  }

  private remember(ended: readonly string[]): void {
    this.generation += 1;
    for (const sid of ended) this.known.set(sid, true);
  }

  private async find(sid: string): Promise<boolean> {
    const { generation } = this;
    const ended = await this.database.read(async (session: Session) => {
      return (await session.rows(this.statements.find, [sid])).length > 0;
    });
    // What was read before a session ended must not be cached after it.
    if (generation === this.generation) this.known.set(sid, ended);
    return ended;
  }
}

function statementsFor({ dialect }: Database) {
  const statement = namedStatements(dialect, 'auth_ended_session');
  return {
    lock: statement('lock', `SELECT version FROM auth_change${dialect.lockRows}`),
    insert: statement(
      'insert',
      'INSERT INTO auth_ended_session (sid, expires) VALUES ($1, $2) ON CONFLICT (sid) DO NOTHING',
    ),
    forget: statement('forget', 'DELETE FROM auth_ended_session WHERE expires <= $1'),
    find: statement('find', 'SELECT id FROM auth_ended_session WHERE sid = $1'),
    after: statement('after', 'SELECT sid FROM auth_ended_session WHERE id > $1'),
  };
}
