import { HttpProblem } from '../../problem/problem.js';
import type { Crud, Records } from '../../model/records.js';

/** Problems of records that a hook has read or written, until the hook passes them on. */
const nested = new WeakSet<HttpProblem>();

/**
 * Whether an error answers the caller of the write for which a hook runs. A problem with another record does not: its message is about a
 * record that the caller has not named.
 */
export const answersCaller = (error: unknown): error is HttpProblem =>
  error instanceof HttpProblem && !nested.has(error);

/**
 * In a hook: makes a refused call of `crud` or `system` the answer to the caller. Without it the refusal is a failure of the hook, which
 * the caller gets as a 500. `await passOn(system(Part).update(id, { stock }))`.
 */
export async function passOn<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpProblem) nested.delete(error);
    throw error;
  }
}

/** The records that a hook works with: notes which problems are about them. */
export function nestedRecords(crud: Crud): Crud {
  const records: (...given: Parameters<Crud>) => object = (entity) =>
    new Proxy(crud(entity), { get: noting });
  return Object.assign(records as Crud, { query: crud.query });
}

function noting<T>(records: Records<T>, name: keyof Records<T>): unknown {
  const member = records[name] as unknown;
  if (typeof member !== 'function') return member;
  return (...given: unknown[]) => {
    try {
      const result = member(...given) as unknown;
      if (result instanceof Promise) return result.catch(note);
      return isIterable(result) ? notingEach(result) : result;
    } catch (error) {
      return note(error);
    }
  };
}

async function* notingEach(records: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  try {
    yield* records;
  } catch (error) {
    note(error);
  }
}

function note(error: unknown): never {
  // A database that is too slow or full concerns every record.
  if (error instanceof HttpProblem && error.status < 500) nested.add(error);
  throw error;
}

const isIterable = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
