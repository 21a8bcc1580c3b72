import { LRUCache } from 'lru-cache';
import { statementOf } from '../database/dialect.js';
import type { EndedStatement } from '../database/trace-statement.js';
import type { ServiceParts } from '../service/project.js';
import { operationOf } from './operation.js';

/** Statements with a known plan; of more at once nobody would read the plans. */
const MAX_PLANS = 500;
const HOUR = 3_600_000;
/** Maximum characters of a statement in the log. */
const MAX_LENGTH = 4000;

const EXPLAINABLE = new Set(['select', 'insert', 'update', 'delete']);

/** Logs slow statements: text, duration and plan, without their values, which may be personal data. */
export class SlowQueries {
  readonly #planned = new LRUCache<string, true>({ max: MAX_PLANS, ttl: HOUR });

  /** `limit` is in milliseconds. */
  constructor(
    private readonly limit: number,
    private readonly parts: Pick<ServiceParts, 'database' | 'logger'>,
  ) {}

  /** Records a statement of a request, or of none. */
  record({ sql, ms }: EndedStatement, request_id: string | undefined): void {
    if (ms < this.limit) return;
    const facts = { ms: Math.round(ms), sql: sql.slice(0, MAX_LENGTH), request_id };
    void this.#plan(sql).then((plan) => {
      this.parts.logger.warn({ ...facts, ...(plan && { plan }) }, 'slow query');
    });
  }

  /** Once an hour per text: explaining takes time, too. */
  async #plan(sql: string): Promise<readonly string[] | null> {
    const { name } = statementOf(sql);
    if (!EXPLAINABLE.has(operationOf(sql)) || this.#planned.has(name)) return null;
    this.#planned.purgeStale();
    if (this.#planned.size === MAX_PLANS) return null;
    this.#planned.set(name, true);
    return this.parts.database.explain(sql).catch(() => null);
  }
}
