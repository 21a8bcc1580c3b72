import type { Session } from './session.js';
import type { ScopedDataSource, TransactionScope } from './scoped-data-source.js';
import { statementOf } from './statement.js';

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
