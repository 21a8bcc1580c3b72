import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.js';
import type { Session, Statement } from '../database/session.js';
import type { TokenClaims } from './tokens.js';

const REMEMBERED_SESSIONS = 10_000;
/** Seconds by which replicas may take a token for a live one that has expired here. */
const CLOCKS_DIFFER = 300;

/**
 * Sessions that ended before their tokens expire. The database is asked once for a session that this process has not met;
 * which of them end later it learns from the mark that `Directory` reads anyway.
 */
export class EndedSessions {
  /** Session -> whether it has ended. */
  private readonly known = new LRUCache<string, boolean>({ max: REMEMBERED_SESSIONS });
  /** The newest that was heard of, null before the first time. */
  private newest: number | null = null;
  /** Counts how often sessions have ended. */
  private generation = 0;
  private readonly statements: ReturnType<typeof statementsFor>;

  constructor(private readonly database: Database) {
    this.statements = statementsFor(database);
  }

  /** Whether it has ended, as far as this process has heard. */
  async has({ session }: TokenClaims): Promise<boolean> {
    return this.known.get(session) ?? this.find(session);
  }

  /** Ends a session: here at once, in other processes as soon as they read the mark. */
  async end({ session: sid, expires }: TokenClaims): Promise<void> {
    const { lock, insert, forget } = this.statements;
    await this.database.write(async (session) => {
      // One after another: nobody shall hear of a number while a lower one is still to come.
      await session.rows(lock, []);
      await session.run(insert, [sid, expires]);
      await session.run(forget, [Math.floor(Date.now() / 1000) - CLOCKS_DIFFER]);
    });
    this.remember([sid]);
  }

  /** Hears of all sessions that ended up to the number `newest`. */
  async learn(newest: number): Promise<void> {
    const heard = this.newest;
    // Whatever ended before the first time is found when it is asked for.
    if (heard !== null && newest > heard) this.remember(await this.endedAfter(heard));
    this.newest = Math.max(newest, heard ?? 0);
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
    // What was read before a session ended must not be remembered after it.
    if (generation === this.generation) this.known.set(sid, ended);
    return ended;
  }
}

function statementsFor({ dialect }: Database) {
  const [first, second] = [dialect.placeholder(1), dialect.placeholder(2)];
  const statement = (name: string, sql: string): Statement => ({
    name: `auth_ended_session_${name}`,
    sql,
  });
  return {
    lock: statement('lock', `SELECT version FROM auth_change${dialect.lockRows}`),
    insert: statement(
      'insert',
      `INSERT INTO auth_ended_session (sid, expires) VALUES (${first}, ${second}) ON CONFLICT (sid) DO NOTHING`,
    ),
    forget: statement('forget', `DELETE FROM auth_ended_session WHERE expires <= ${first}`),
    find: statement('find', `SELECT id FROM auth_ended_session WHERE sid = ${first}`),
    after: statement('after', `SELECT sid FROM auth_ended_session WHERE id > ${first}`),
  };
}
