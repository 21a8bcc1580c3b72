import type { EngineWithPolicy } from '../records/create-engine.js';
import type { Database } from '../database/database.js';
import { statementOf } from '../database/dialect.js';
import { transactionOf } from '../database/scoped-data-source.js';
import type { ModelModule, Watch } from '../model/model-module.js';
import type { WatchParts } from '../service/project.js';
import { ACTIONS, ModelEvents } from './model-events.js';

/** Milliseconds after which changes by other processes take effect at the latest. */
const MAX_AGE = 500;

const SUBSCRIBED_EVENTS = statementOf(
  'SELECT CAST(events AS TEXT) FROM webhook_endpoint WHERE active = TRUE',
);

/** The webhook subscriptions cached by a process: which models are subscribed to. */
export class Webhooks implements Watch {
  readonly #database: Database;
  readonly #engine: () => EngineWithPolicy;
  /** Models with events, by class name. */
  readonly #models = new Map<string, ModelEvents>();
  #subscribed: ReadonlySet<string> = new Set();
  #readAt = -Infinity;
  /** The time of the last read inside a transaction, by transaction. */
  readonly #readInsideAt = new WeakMap<object, number>();
  #reading: Promise<void> | null = null;
  /** Counts cache invalidations. */
  #generation = 0;

  constructor({ database, engine }: WatchParts) {
    this.#database = database;
    this.#engine = engine;
  }

  /** One query at a time; all callers outside transactions wait for the same result. */
  async ready(): Promise<void> {
    if (isFresh(this.#readAt)) return;
    const transaction = transactionOf(this.#database.dataSource);
    if (transaction) return this.#readInside(transaction);
    // A result from before a change is stale.
    for (let asked = -1; asked !== this.#generation && !isFresh(this.#readAt);) {
      asked = this.#generation;
      await (this.#reading ??= this.#ask());
    }
  }

  isOn({ name }: ModelModule['entity']): boolean {
    return this.#subscribed.size > 0 && this.#subscribed.has(this.#models.get(name)!.prefix);
  }

  hooks({ name }: ModelModule['entity']) {
    const events = new ModelEvents(name, this.#engine);
    this.#models.set(name, events);
    return events.hooks;
  }

  /** Called when this process has changed endpoints. */
  forget(): void {
    this.#generation += 1;
    this.#readAt = -Infinity;
    this.#reading = null;
  }

  /** Every possible event: `task.created`. */
  events(): readonly string[] {
    return [...this.#models.values()].flatMap(({ prefix }) =>
      ACTIONS.map((action) => `${prefix}.${action}`),
    );
  }

  async #ask(): Promise<void> {
    const generation = this.#generation;
    const askedAt = performance.now();
    try {
      const wanted = await this.#read();
      if (generation !== this.#generation) return;
      this.#subscribed = new Set(wanted);
      this.#readAt = askedAt;
    } finally {
      if (generation === this.#generation) this.#reading = null;
    }
  }

  /**
   * On the transaction's own connection: waiting for another one could cause a deadlock with this transaction. What it sees
   * may be rolled back, or be older than what others see, so it only adds to what is known and serves no other caller.
   */
  async #readInside(transaction: object): Promise<void> {
    if (isFresh(this.#readInsideAt.get(transaction) ?? -Infinity)) return;
    const askedAt = performance.now();
    this.#subscribed = new Set([...(await this.#read()), ...this.#subscribed]);
    this.#readInsideAt.set(transaction, askedAt);
  }

  /** The subscribed models, by their prefixes in events. */
  async #read(): Promise<readonly string[]> {
    const rows = await this.#database.read((session) => session.rows(SUBSCRIBED_EVENTS, []));
    const events = rows.flatMap(([text]) => JSON.parse(String(text)) as unknown);
    // Rows that were written past the API may have any JSON; no write fails for it.
    return events.map(String).map((event) => event.slice(0, event.lastIndexOf('.')));
  }
}

const isFresh = (readAt: number): boolean => performance.now() - readAt <= MAX_AGE;

const known = new WeakMap<Database, Webhooks>();

/** Starts observing the models of a service. */
export function watchModels(parts: WatchParts): Webhooks {
  const webhooks = new Webhooks(parts);
  known.set(parts.database, webhooks);
  return webhooks;
}

/** The observer of the service on a database. */
export function webhooksOn(database: Database): Webhooks {
  const webhooks = known.get(database);
  if (!webhooks) throw new Error('nothing observes the models of this service');
  return webhooks;
}
