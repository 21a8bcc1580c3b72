import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DataSource,
  EntityManager,
  type ColumnType,
  type DataSourceOptions,
  type QueryRunner,
} from 'typeorm';
import { AddedTypes, type DatabaseName } from '../fields/added-type.js';
import type { AfterCommitWork, Database, DatabaseWriteOptions, Report } from './database.js';
import { statementOf, type Dialect, type Session } from './dialect.js';
import { FairLock } from './fair-queue.js';
import { TransactionLimit, placeOf, type TransactionBounds } from './transaction-limit.js';

/** A nested write waits this long for its sibling; only a deadlock with the sibling takes that long. */
const SIBLING_TIMEOUT = 30_000;

/** Deeper nesting means that a hook which writes its own model calls itself. */
const MAX_DEPTH = 50;

/** Milliseconds that after-commit work may take once the database is to be closed. */
const GRACE = 10_000;

/** What a transaction or savepoint gathers to be done before its commit, for a feature. */
export interface LastWork {
  /** Takes over that of a released savepoint. */
  join(inner: LastWork): void;
  /** Does it, and what that adds; returns whether there was any. */
  run(): Promise<boolean>;
}

/** Work that waits for the commit of one transaction or savepoint. */
export class CommitQueue {
  readonly #works: AfterCommitWork[] = [];
  /** What comes before the commit, in savepoints before their release. */
  last: LastWork | null = null;
  /** Whether the last work waits for the commit, also in savepoints. */
  gathers: boolean;

  /** `outer` is that of the transaction or savepoint around it. */
  constructor(readonly outer: CommitQueue | null = null) {
    this.gathers = outer?.gathers ?? false;
  }

  get works(): readonly AfterCommitWork[] {
    return this.#works;
  }

  add(work: AfterCommitWork): void {
    this.#works.push(work);
  }

  /** Takes over the work of a released savepoint. */
  join(inner: CommitQueue): void {
    this.#works.push(...inner.#works);
    if (this.last && inner.last) this.last.join(inner.last);
    else this.last ??= inner.last;
  }
}

/** Runs the work of committed transactions, one by one per transaction, and tracks what is still running. */
class AfterCommit {
  readonly #running = new Set<Promise<void>>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Never throws; only `settled` waits for it. */
  start({ works }: CommitQueue): void {
    if (works.length === 0) return;
    for (const { atOnce, run } of works) if (atOnce) run();
    const later = works.filter(({ atOnce }) => !atOnce);
    if (later.length === 0) return;
    const running = this.#runAll(later).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is running any more, or after `timeout` milliseconds. */
  async settled(timeout: number): Promise<void> {
    const end = performance.now() + timeout;
    while (this.#running.size > 0) {
      const left = end - performance.now();
      if (left <= 0) return this.#report(`after-commit work was aborted after ${timeout / 1000} s`);
      await Promise.race([Promise.all(this.#running), sleep(left, undefined, { ref: false })]);
    }
  }

  async #runAll(works: readonly AfterCommitWork[]): Promise<void> {
    for (const { place, run } of works) {
      try {
        await run();
      } catch (error) {
        this.#report(`${place} failed; the write that it follows is committed`, error);
      }
    }
  }
}

/** The transaction that the current async context is inside of. */
export class TransactionScope {
  /** Savepoints of one level run one after another: released out of order they would undo each other. */
  readonly turns = new FairLock(SIBLING_TIMEOUT);
  #isEnding = false;

  constructor(
    readonly runner: () => QueryRunner,
    readonly depth: number,
    readonly isOpen: () => boolean,
    readonly limit: TransactionLimit,
    readonly queue = new CommitQueue(),
  ) {}

  /**
   * No savepoint starts from here on; resolves when the running one has ended. A write that is not awaited would otherwise
   * continue after the transaction, where it cannot be rolled back.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.turns.isHeld) await this.turns.run(END_HOLDER, () => Promise.resolve());
  }

  /** Throws once the transaction has ended: a statement would run in another one. */
  assertOpen(): void {
    this.limit.assertInTime();
    if (!this.isOpen()) throw new StatementTooLate();
  }

  /** Throws once no savepoint may start any more. */
  assertGoesOn(): void {
    this.limit.assertInTime();
    if (this.#isEnding || !this.isOpen())
      throw new Error(
        'a write came after the end of its transaction; perhaps an `await` is missing',
      );
  }

  inner(): TransactionScope {
    if (this.depth >= MAX_DEPTH)
      throw new Error(`${MAX_DEPTH} transactions are nested; perhaps a hook calls itself`);
    const queue = new CommitQueue(this.queue);
    return new TransactionScope(this.runner, this.depth + 1, this.isOpen, this.limit, queue);
  }
}

/** A statement of a transaction that has ended, whose connection others use by now. */
export class StatementTooLate extends Error {
  override readonly name = 'StatementTooLate';

  constructor() {
    super('a statement came after the end of its transaction; perhaps an `await` is missing');
  }
}

const END_HOLDER = { describe: () => 'the end of the transaction' };
const SAVEPOINT_HOLDER = { describe: () => 'another part of the same transaction' };

type Run<T> = (manager: EntityManager) => Promise<T>;
type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

/** A runner of either database, which limits the transactions that it begins. */
interface LimitedRunner extends QueryRunner {
  /** The limit of the last transaction. */
  readonly limit: TransactionLimit;
}

class ScopedEntityManager extends EntityManager {
  constructor(
    source: ScopedDataSource,
    runner?: QueryRunner,
    private readonly ending?: AbortSignal,
  ) {
    super(source, runner);
  }

  override async transaction<T>(first: IsolationLevel | Run<T>, second?: Run<T>): Promise<T> {
    const [isolation, run] = typeof first === 'function' ? [undefined, first] : [first, second!];
    const begin = (work: Run<T>): Promise<T> =>
      isolation ? super.transaction(isolation, work) : super.transaction(work);
    const source = this.dataSource as ScopedDataSource;
    if (this.queryRunner?.isTransactionActive)
      return part(source, this.queryRunner, (inner) =>
        begin((manager) => source.within(inner, () => run(manager))),
      );
    const queue = new CommitQueue();
    const result = await begin((manager) =>
      source.enter(manager.queryRunner!, () => run(manager), queue, this.ending),
    );
    source.committed(queue);
    return result;
  }
}

/** A savepoint of TypeORM, queued with those of the engine. */
function part<T>(
  source: ScopedDataSource,
  runner: QueryRunner,
  work: (inner: TransactionScope) => Promise<T>,
): Promise<T> {
  const outer = source.currentTransaction();
  if (outer?.runner() !== runner)
    throw new Error(
      'a transaction inside one that `startTransaction` began: its commit could not be observed; ' +
        'begin the outer one with `dataSource.transaction(...)`',
    );
  return inTurn(outer, work);
}

/**
 * TypeORM's data source, which tracks the transaction of the async context, so that the engine joins one that a developer
 * opened with `dataSource.transaction(...)`.
 */
export class ScopedDataSource extends DataSource {
  readonly #flow = new AsyncLocalStorage<TransactionScope>();
  readonly #afterCommit: AfterCommit;
  #open = 0;
  /** Set by whoever opens the connection. */
  dialect!: Dialect;
  /** The engine's access to the same data; also set by whoever opens the connection. */
  database!: Database;

  /**
   * `transactionTime` is in milliseconds; without one, transactions have no limit. `nativeTypes` are the names that the database
   * has for types of entities.
   */
  constructor(
    options: DataSourceOptions,
    private readonly report: Report,
    private readonly transactionTime = 0,
    private readonly nativeTypes: Readonly<Record<string, ColumnType>> = {},
  ) {
    super(options);
    this.#afterCommit = new AfterCommit(report);
  }

  override createEntityManager(runner?: QueryRunner): EntityManager {
    return new ScopedEntityManager(this, runner);
  }

  protected override async buildMetadatas(): Promise<void> {
    // TypeORM refuses what its driver does not know, and looks while it builds.
    this.driver.supportedDataTypes.push(...(Object.keys(this.nativeTypes) as ColumnType[]));
    await super.buildMetadatas();
    const database: DatabaseName = this.options.type === 'postgres' ? 'postgres' : 'sqlite';
    for (const column of this.entityMetadatas.flatMap(({ columns }) => columns)) {
      column.type = this.nativeTypes[String(column.type)] ?? column.type;
      if (!(column.transformer instanceof AddedTypes)) continue;
      const added = column.transformer.of(database, column);
      Object.assign(column, { type: added.entityType, transformer: added });
    }
  }

  /** This data source for work that ends with `signal`: transactions that it has open then are rolled back. */
  endingWith(signal: AbortSignal): DataSource {
    const manager = new ScopedEntityManager(this, undefined, signal);
    const createEntityManager = (runner?: QueryRunner) => this.createEntityManager(runner);
    return Object.assign(Object.create(this) as DataSource, { manager, createEntityManager });
  }

  /** The limit of a transaction that begins now, requested by the code in the stack of `origin`; see `TransactionBounds`. */
  limit(
    origin: Error,
    name = 'a transaction',
    bounds: Partial<Pick<TransactionBounds, 'time' | 'abandon'>> = {},
  ): TransactionLimit {
    const { report, transactionTime: time } = this;
    return new TransactionLimit({
      time,
      report,
      describe: () => name + placeOf(origin),
      ...bounds,
    });
  }

  /**
   * The open transaction of the async context; null outside of one and after its end. Throws where it was ended because its
   * code took too long: whatever that still does would be done without the rest.
   */
  currentTransaction(): TransactionScope | null {
    const scope = this.#flow.getStore();
    scope?.limit.assertInTime();
    return scope?.isOpen() ? scope : null;
  }

  /** Runs `work` after the commit of the outermost transaction; see `Database.afterCommit`. */
  afterCommit(work: AfterCommitWork): void {
    const scope = this.currentTransaction();
    if (scope) return scope.queue.add(work);
    const queue = new CommitQueue();
    queue.add(work);
    this.committed(queue);
  }

  /** An outermost transaction with this queue has been committed; its work starts outside any transaction. */
  committed(queue: CommitQueue): void {
    if (queue.works.length > 0) this.#flow.exit(() => this.#afterCommit.start(queue));
  }

  /** Resolves when all after-commit work is done, or its time is up. */
  settled(): Promise<void> {
    return this.#afterCommit.settled(GRACE);
  }

  /** Runs `work` inside the transaction of `runner`, which `ending` ends, too; fails once that takes too long. */
  enter<T>(
    runner: QueryRunner,
    work: () => Promise<T>,
    queue?: CommitQueue,
    ending?: AbortSignal,
  ): Promise<T> {
    const depth = (this.currentTransaction()?.depth ?? 0) + 1;
    const isOpen = (): boolean => runner.isTransactionActive && !runner.isReleased;
    const { limit } = runner as LimitedRunner;
    limit.follow(ending);
    const scope = new TransactionScope(() => runner, depth, isOpen, limit, queue);
    return limit.hold(this.within(scope, () => this.complete(work)));
  }

  /** Does work, and what waits for its end: the last of an outermost transaction. */
  async complete<T>(work: () => Promise<T>): Promise<T> {
    const result = await work();
    await this.currentTransaction()?.queue.last?.run();
    return result;
  }

  /**
   * Runs `work` so that what it calls finds this transaction. Async context tracking makes every promise in the process
   * slower, so it stops with the last transaction; not before its work, which would begin others.
   */
  async within<T>(scope: TransactionScope, work: () => Promise<T>): Promise<T> {
    this.#open += 1;
    try {
      return await this.#flow.run(scope, work);
    } finally {
      await scope.end();
      this.#open -= 1;
      if (this.#open === 0) this.#flow.disable();
    }
  }
}

/** The engine's access to a data source that the engine has opened. */
export const databaseOf = (source: DataSource): Database => (source as ScopedDataSource).database;

/** Puts a database that works with the one of a data source in its place. */
export function replaceDatabase(database: Database): void {
  (database.dataSource as ScopedDataSource).database = database;
}

/** A data source for work that ends with `signal`, as do its transactions. */
export const endingWith = (source: DataSource, signal: AbortSignal): DataSource =>
  (source as ScopedDataSource).endingWith(signal);

const scopeOf = (source: DataSource): TransactionScope | null =>
  (databaseOf(source).dataSource as ScopedDataSource).currentTransaction();

/** An identity of the open transaction, the same in all its savepoints; null outside of any. */
export const transactionOf = (source: DataSource): object | null => scopeOf(source)?.isOpen ?? null;

/** What waits for the commit of the innermost open transaction or savepoint; null outside of any. */
export const commitQueueOf = (source: DataSource): CommitQueue | null =>
  scopeOf(source)?.queue ?? null;

/** Has the open transaction or savepoint gather what comes before its commit, to be done once at the end. */
export function gather(source: DataSource): void {
  const queue = commitQueueOf(source);
  if (queue) queue.gathers = true;
}

/** Does now what would come before the commit, unless that is gathered; returns whether there was any. */
export async function settle(source: DataSource): Promise<boolean> {
  const queue = commitQueueOf(source);
  return queue?.last && !queue.gathers ? queue.last.run() : false;
}

/** Throws where a savepoint would have an isolation of its own. */
export function assertNotIsolated({ isolation }: Pick<DatabaseWriteOptions, 'isolation'>): void {
  if (isolation)
    throw new Error(
      `\`isolation: '${isolation}'\` cannot be set inside a transaction: pass the option where the outermost transaction begins`,
    );
}

/** Runs `work` in a savepoint: if it fails, its changes are rolled back and the transaction continues. */
export async function savepoint<T>(
  source: ScopedDataSource,
  scope: TransactionScope,
  session: Session,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const name = `nested_${scope.depth}`;
  const run = (sql: string): Promise<number> => session.run(statementOf(sql), []);
  return inTurn(scope, async (inner) => {
    await run(`SAVEPOINT ${name}`);
    try {
      const result = await source.within(inner, () => work(session));
      await run(`RELEASE ${name}`);
      return result;
    } catch (error) {
      // The first error is more useful than one about a transaction that is over already.
      await run(`ROLLBACK TO ${name}`).then(
        () => run(`RELEASE ${name}`),
        () => undefined,
      );
      throw error;
    }
  });
}

/** Runs a savepoint of an open transaction after those before it; its after-commit work waits for the outer commit. */
function inTurn<T>(
  outer: TransactionScope,
  work: (inner: TransactionScope) => Promise<T>,
): Promise<T> {
  return outer.turns.run(SAVEPOINT_HOLDER, async () => {
    outer.assertGoesOn();
    const inner = outer.inner();
    const result = await work(inner);
    outer.queue.join(inner.queue);
    return result;
  });
}
