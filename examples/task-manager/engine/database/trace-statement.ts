import { channel } from 'node:diagnostics_channel';

/** A statement that has ended, successfully or not. */
export interface EndedStatement {
  /** Its text, without values. */
  readonly sql: string;
  /** Its duration, including the wait for a connection. */
  readonly ms: number;
  readonly failed: boolean;
}

/** Costs nothing without subscribers. */
const statements = channel('crudgen:statement');

/** Runs a statement, and publishes its end to subscribers in the async context of the caller. */
export function traceStatement<T>(sql: string, run: () => T): T {
  return statements.hasSubscribers ? runTraced(sql, run) : run();
}

/** Subscribes to every statement of this process; returns a function that unsubscribes. */
export function onStatement(listener: (ended: EndedStatement) => void): () => void {
  const onMessage = (message: unknown): void => listener(message as EndedStatement);
  statements.subscribe(onMessage);
  return () => void statements.unsubscribe(onMessage);
}

function runTraced<T>(sql: string, run: () => T): T {
  const start = performance.now();
  const publish = (failed: boolean): void =>
    statements.publish({ sql, ms: performance.now() - start, failed } satisfies EndedStatement);
  try {
    const result = run();
    if (result instanceof Promise)
      result.then(
        () => publish(false),
        () => publish(true),
      );
    else publish(false);
    return result;
  } catch (error) {
    publish(true);
    throw error;
  }
}
