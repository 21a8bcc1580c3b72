import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, EntityManager, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { AfterCommit, CommitQueue, type AfterCommitWork, type Report } from './after-commit.js';
import type { Database } from './database.js';
import { statementOf, type Dialect, type Session } from './dialect.js';
import { FairLock } from './fair-lock.js';

/** A nested write waits this long for its sibling; only a sibling that waits for us takes that long. */
const SIBLING_TIMEOUT = 30_000;

/** Nobody means to nest this deep: a hook that writes its own model calls itself. */
const DEEPEST = 50;

/** How long after-commit work may go on when the database is to be closed. */
const GRACE = 10_000;

/** The transaction that the running flow of calls is inside of. */
export class TransactionScope {
  /** Savepoints of one level come one after another: released out of order they would undo each other. */
  readonly turns = new FairLock(SIBLING_TIMEOUT);
  #isEnding = false;

  constructor(
    readonly runner: () => QueryRunner,
    readonly depth: number,
    readonly isOpen: () => boolean,
    readonly queue = new CommitQueue(),
  ) {}

  /**
   * No part begins from here on; resolves when the one that is under way has ended. A write that nobody awaits would go on after
   * the end, where nothing takes it back.
   */
  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.turns.isHeld) await this.turns.run(THE_END, () => Promise.resolve());
  }

  /** A part that comes too late throws. */
  assertOpen(): void {
    if (this.#isEnding || !this.isOpen())
      throw new Error('a write came after the end of its transaction: is an `await` missing?');
  }

  inner(): TransactionScope {
    if (this.depth >= DEEPEST)
      throw new Error(`${DEEPEST} transactions inside each other: does a hook call itself?`);
    return new TransactionScope(this.runner, this.depth + 1, this.isOpen);
  }
}

const THE_END = { describe: () => 'the end of the transaction' };
const A_PART = { describe: () => 'another part of the same transaction' };

type Run<T> = (manager: EntityManager) => Promise<T>;
type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

class ScopedEntityManager extends EntityManager {
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
      source.enter(manager.queryRunner!, () => run(manager), queue),
    );
    source.committed(queue);
    return result;
  }
}

/** A savepoint by TypeORM, one after another as those of the engine. */
function part<T>(
  source: ScopedDataSource,
  runner: QueryRunner,
  work: (inner: TransactionScope) => Promise<T>,
): Promise<T> {
  const outer = source.currentTransaction();
  if (outer?.runner() !== runner)
    throw new Error(
      'a transaction inside one that `startTransaction` began: nobody could tell when that is committed; ' +
        'begin the outer one with `dataSource.transaction(...)`',
    );
  return inTurn(outer, work);
}

/**
 * TypeORM's data source that knows which transaction a flow of calls is in, so that the engine joins a transaction that
 * a developer opened with `dataSource.transaction(...)`.
 */
export class ScopedDataSource extends DataSource {
  readonly #flow = new AsyncLocalStorage<TransactionScope>();
  readonly #afterCommit: AfterCommit;
  #open = 0;
  /** Set by whoever opens the connection. */
  dialect!: Dialect;
  /** The engine's door to the same data; set by whoever opens the connection, too. */
  database!: Database;

  constructor(options: DataSourceOptions, report: Report) {
    super(options);
    this.#afterCommit = new AfterCommit(report);
  }

  override createEntityManager(runner?: QueryRunner): EntityManager {
    return new ScopedEntityManager(this, runner);
  }

  /** The open transaction of the calling flow; null outside of one and after its end. */
  currentTransaction(): TransactionScope | null {
    const scope = this.#flow.getStore();
    return scope?.isOpen() ? scope : null;
  }

  /** Has `work` wait for the commit of the outermost transaction of the calling flow; see `Database.afterCommit`. */
  afterCommit(work: AfterCommitWork): void {
    const scope = this.currentTransaction();
    if (scope) return scope.queue.add(work);
    const queue = new CommitQueue();
    queue.add(work);
    this.committed(queue);
  }

  /** A transaction with this queue has been committed, and was inside of no other; starts outside of all of them. */
  committed(queue: CommitQueue): void {
    if (queue.works.length > 0) this.#flow.exit(() => this.#afterCommit.start(queue));
  }

  /** Resolves when the work of all commits is done, or has had its time. */
  settled(): Promise<void> {
    return this.#afterCommit.settled(GRACE);
  }

  /** Runs `work` inside the transaction of `runner`. */
  enter<T>(runner: QueryRunner, work: () => Promise<T>, queue?: CommitQueue): Promise<T> {
    const depth = (this.currentTransaction()?.depth ?? 0) + 1;
    const isOpen = (): boolean => runner.isTransactionActive && !runner.isReleased;
    return this.within(new TransactionScope(() => runner, depth, isOpen, queue), work);
  }

  /**
   * Runs `work` so that what it calls finds this transaction. Following the flow of calls makes every promise of the
   * process dearer, so it stops when the last transaction ends.
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

/** The engine's door to the data of a data source that the engine has opened. */
export const databaseOf = (source: DataSource): Database => (source as ScopedDataSource).database;

/** What stands for the open transaction of the calling flow, the same one in all its savepoints; null outside of any. */
export const transactionOf = (source: DataSource): object | null =>
  (source as ScopedDataSource).currentTransaction()?.isOpen ?? null;

/** Runs `work` as a part of the open transaction that fails by itself: its changes go, the transaction goes on. */
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
      // The first error says more than one about a transaction that is gone already.
      await run(`ROLLBACK TO ${name}`).then(
        () => run(`RELEASE ${name}`),
        () => undefined,
      );
      throw error;
    }
  });
}

/** One part of an open transaction, when those before it have ended; what waits for its commit waits for the outer one's. */
function inTurn<T>(
  outer: TransactionScope,
  work: (inner: TransactionScope) => Promise<T>,
): Promise<T> {
  return outer.turns.run(A_PART, async () => {
    outer.assertOpen();
    const inner = outer.inner();
    const result = await work(inner);
    outer.queue.join(inner.queue);
    return result;
  });
}
