import { channel } from 'node:diagnostics_channel';

/** A statement that has ended, well or not. */
export interface EndedStatement {
  /** Its text; the values are nobody's business. */
  readonly sql: string;
  /** How long it took, what it waited for a connection included. */
  readonly ms: number;
  readonly failed: boolean;
}

/** Costs nothing while nobody listens. */
const statements = channel('crudgen:statement');

/** Runs a statement, and tells those who listen of its end in the flow of calls that it belongs to. */
export function traceStatement<T>(sql: string, run: () => T): T {
  return statements.hasSubscribers ? runTraced(sql, run) : run();
}

/** Has `listener` hear of every statement of this process; what this gives ends that. */
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
