import type { DataProvider, FilterPayload, Identifier } from 'react-admin';
import { chunks, WRITES_TOGETHER, type Outcomes } from './data-provider';
import { isTransient } from './http';

/** The rows of a bulk action. */
export interface BulkTarget {
  resource: string;
  /** Selected rows; null for all that match the filter. */
  ids: readonly Identifier[] | null;
  filter: FilterPayload;
  /** Their number. */
  total: number;
}

export interface BulkFailure {
  id: Identifier;
  error: Error;
}

export interface BulkResult {
  /** Number of rows written. */
  done: number;
  failed: readonly BulkFailure[];
  /** Number of rows not attempted: it was stopped, or the service did not respond. */
  untried: number;
  /** The rows that are not done, as far as their ids are known. */
  left: readonly Identifier[];
}

export interface BulkWatch {
  isStopped: () => boolean;
  /** Called with the number of attempted rows. */
  onProgress: (tried: number) => void;
}

/** Writes the rows, some by each request, and returns the outcome; it ends early when stopped or when the service does not respond. */
export async function runBulk(
  target: BulkTarget,
  provider: DataProvider,
  write: (some: readonly Identifier[]) => Promise<Outcomes>,
  { isStopped, onProgress }: BulkWatch,
): Promise<BulkResult> {
  const done = new Set<Identifier>();
  const failed: BulkFailure[] = [];
  let isBroken = false;
  const isOver = () => isBroken || isStopped();
  const tried = () => done.size + failed.length;
  const writeSome = async (ids: readonly Identifier[]) => {
    const outcomes = await write(ids);
    for (const [at, id] of ids.entries()) {
      const error = outcomes[at] ?? null;
      if (error === null) done.add(id);
      else failed.push({ id, error });
      isBroken ||= error !== null && isTransient(error);
      // The service has not tried those behind it.
      if (isBroken) break;
    }
    onProgress(tried());
  };
  try {
    for await (const ids of batchesOf(target, provider)) {
      for (const some of chunks(ids, WRITES_TOGETHER)) {
        if (isOver()) break;
        await writeSome(some);
      }
      if (isOver()) break;
    }
  } catch (error) {
    // Earlier writes are reported, and what could not be read counts as not attempted.
    if (tried() === 0) throw error;
    isBroken = true;
  }
  return {
    done: done.size,
    failed,
    untried: isOver() ? Math.max(0, target.total - tried()) : 0,
    left: (target.ids ?? failed.map(({ id }) => id)).filter((id) => !done.has(id)),
  };
}

const BATCH = 100;

/** The ids of the rows; for all, those that match now, whatever is added to or removed from the filter meanwhile. */
async function* batchesOf(
  { resource, ids, filter }: BulkTarget,
  provider: DataProvider,
): AsyncGenerator<readonly Identifier[]> {
  if (ids !== null) return yield ids;
  const read = async (pageFilter: FilterPayload, order: 'ASC' | 'DESC', perPage: number) => {
    const pagination = { page: 1, perPage };
    const sort = { field: 'id', order };
    const { data } = await provider.getList(resource, { filter: pageFilter, sort, pagination });
    return data.map(({ id }) => id as Identifier);
  };
  const [top] = await read(filter, 'DESC', 1);
  const { id__gt: after } = filter as { id__gt?: Identifier };
  for (let last = after; top !== undefined;) {
    const behind = last === undefined ? {} : { id__gt: last };
    const some = await read({ ...filter, ...behind, id__lte: top }, 'ASC', BATCH);
    if (some.length === 0) return;
    yield some;
    last = some.at(-1)!;
  }
}
