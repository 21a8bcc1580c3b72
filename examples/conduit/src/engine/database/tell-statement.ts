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
export function tellStatement<T>(sql: string, run: () => T): T {
  return statements.hasSubscribers ? runAndTell(sql, run) : run();
}

/** Has `listener` hear of every statement of this process; what this gives ends that. */
export function onStatement(listener: (ended: EndedStatement) => void): () => void {
  const hear = (message: unknown): void => listener(message as EndedStatement);
  statements.subscribe(hear);
  return () => void statements.unsubscribe(hear);
}

function runAndTell<T>(sql: string, run: () => T): T {
  const began = performance.now();
  const tell = (failed: boolean): void =>
    statements.publish({ sql, ms: performance.now() - began, failed } satisfies EndedStatement);
  try {
    const result = run();
    if (result instanceof Promise)
      result.then(
        () => tell(false),
        () => tell(true),
      );
    else tell(false);
    return result;
  } catch (error) {
    tell(true);
    throw error;
  }
}
