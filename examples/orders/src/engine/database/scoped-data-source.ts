import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, EntityManager, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { Dialect } from './dialect.js';
import { FairLock } from './fair-lock.js';
import { type Session, statementOf } from './session.js';

/** A nested write waits this long for its sibling; only a sibling that waits for us takes that long. */
const SIBLING_TIMEOUT = 30_000;

/** The transaction that the running flow of calls is inside of. */
export class TransactionScope {
  /** Savepoints of one level come one after another: released out of order they would undo each other. */
  readonly turns = new FairLock(SIBLING_TIMEOUT);

  constructor(
    readonly runner: () => QueryRunner,
    readonly depth: number,
    readonly isOpen: () => boolean,
  ) {}

  inner(): TransactionScope {
    return new TransactionScope(this.runner, this.depth + 1, this.isOpen);
  }
}

type Run<T> = (manager: EntityManager) => Promise<T>;
type IsolationLevel = Parameters<QueryRunner['startTransaction']>[0];

class ScopedEntityManager extends EntityManager {
  override transaction<T>(first: IsolationLevel | Run<T>, second?: Run<T>): Promise<T> {
    const [isolation, run] = typeof first === 'function' ? [undefined, first] : [first, second!];
    const source = this.dataSource as ScopedDataSource;
    const scoped: Run<T> = (manager) => source.enter(manager.queryRunner!, () => run(manager));
    return isolation ? super.transaction(isolation, scoped) : super.transaction(scoped);
  }
}

/**
 * TypeORM's data source that knows which transaction a flow of calls is in, so that the engine joins a transaction that
 * a developer opened with `dataSource.transaction(...)`.
 */
export class ScopedDataSource extends DataSource {
  readonly #flow = new AsyncLocalStorage<TransactionScope>();
  #open = 0;
  /** Set by whoever opens the connection. */
  dialect!: Dialect;

  constructor(options: DataSourceOptions) {
    super(options);
  }

  override createEntityManager(runner?: QueryRunner): EntityManager {
    return new ScopedEntityManager(this, runner);
  }

  /** The open transaction of the calling flow; null outside of one and after its end. */
  currentTransaction(): TransactionScope | null {
    const scope = this.#flow.getStore();
    return scope?.isOpen() ? scope : null;
  }

  /** Runs `work` inside the transaction of `runner`. */
  enter<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
    const depth = (this.currentTransaction()?.depth ?? 0) + 1;
    const isOpen = (): boolean => runner.isTransactionActive && !runner.isReleased;
    return this.within(new TransactionScope(() => runner, depth, isOpen), work);
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
      this.#open -= 1;
      if (this.#open === 0) this.#flow.disable();
    }
  }
}

/** Runs `work` as a part of the open transaction that fails by itself: its changes go, the transaction goes on. */
export async function savepoint<T>(
  source: ScopedDataSource,
  scope: TransactionScope,
  session: Session,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const name = `nested_${scope.depth}`;
  const run = (sql: string): Promise<number> => session.run(statementOf(sql), []);
  const holder = { describe: () => 'another write of the same transaction' };
  return scope.turns.run(holder, async () => {
    await run(`SAVEPOINT ${name}`);
    try {
      const result = await source.within(scope.inner(), () => work(session));
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
