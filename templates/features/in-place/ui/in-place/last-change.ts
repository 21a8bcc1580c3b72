import type { DataProvider, Identifier } from 'react-admin';
import { knownDefinition, recordPath, type Row } from '../application';
import type { OnVersion, ServiceProvider } from '../api/data-provider';
import { problemError, request, type Answer, type Problem } from '../api/http';
import { changedFields, type Values } from '../api/record-values';

/** Records as they were before they were changed together. */
export interface Change {
  resource: string;
  rows: readonly ChangedRow[];
  /** How many were changed, of which some cannot be undone. */
  total: number;
}

interface ChangedRow {
  id: Identifier;
  name: string;
  /** The version that the change has made: a later one is not overwritten. */
  etag: string;
  before: Values;
  after: Values;
}

/** A record that was not taken back, and why. */
export interface Kept {
  name: string;
  error: Error;
}

/** So many records are read before they are changed together: more are not undone. */
export const MOST = 200;

let last: Change | null = null;

/** The last change, which is told only once. */
export function takeChange(): Change | null {
  const taken = last;
  last = null;
  return taken;
}

/** Keeps what the last change replaces. */
export function withUndo<Provider extends DataProvider>(given: Provider): Provider {
  const provider = given as DataProvider as ServiceProvider;
  const kept: Partial<ServiceProvider> = {
    update: async (resource, params) => {
      last = null;
      const answer = await provider.update(resource, params);
      const before = replaced(resource, params.previousData, params.data as Values);
      // The answer of the service, which says the version where its reader may know that.
      const etag = (answer as Partial<Answer<Row>>).headers?.get('etag') ?? undefined;
      const { id, _label: name } = answer.data as Row;
      if (before !== null && etag !== undefined)
        last = { resource, rows: [{ id, name, etag, before, after: params.data }], total: 1 };
      return answer as never;
    },
    updateEach: (resource, ids, data, onVersion) =>
      changeEach(provider, { resource, ids, data, onVersion }),
    deleteEach: (resource, ids) => {
      last = null;
      return provider.deleteEach(resource, ids);
    },
  };
  return { ...given, ...kept };
}

/** The values that a change replaces; null where they cannot be written back: unknown ones, and lists of other records. */
function replaced(resource: string, before: Values | undefined, after: Values): Values | null {
  const changed = Object.keys(changedFields(before ?? {}, after));
  const lines = knownDefinition(resource)?.lines ?? [];
  const isWritten = (source: string) =>
    before !== undefined && source in before && !lines.some((one) => one.source === source);
  if (changed.length === 0 || !changed.every(isWritten)) return null;
  return Object.fromEntries(changed.map((source) => [source, before?.[source] ?? null]));
}

interface Together {
  resource: string;
  ids: readonly Identifier[];
  /** One object for all records that one action changes. */
  data: Values;
  onVersion?: OnVersion | undefined;
}

interface Growing extends Change {
  data: Values;
}

/** Changes some of the records of an action, and keeps what they were. */
async function changeEach(provider: ServiceProvider, { resource, ids, data, onVersion }: Together) {
  const isSame = last !== null && (last as Partial<Growing>).data === data;
  const earlier: Change = isSame ? last! : { resource, rows: [], total: 0 };
  const total = earlier.total + ids.length;
  const before = total <= MOST ? await readBefore(provider, { resource, ids, data }) : new Map();
  const rows: ChangedRow[] = [];
  const outcomes = await provider.updateEach(resource, ids, data, (id, etag) => {
    const was = before.get(id) as Pick<ChangedRow, 'name' | 'before'> | undefined;
    if (was !== undefined) rows.push({ ...was, id, etag, after: data });
    onVersion?.(id, etag);
  });
  last = { resource, rows: [...earlier.rows, ...rows], total, data } as Growing;
  return outcomes;
}

/** What records are before they are changed; of those that cannot be read now, nothing. */
async function readBefore(provider: DataProvider, { resource, ids, data }: Together) {
  const { data: rows } = await provider
    .getMany<Row>(resource, { ids: [...ids] })
    .catch(() => ({ data: [] }));
  const known = rows.map((row) => {
    const before = replaced(resource, row, data);
    return [row.id, before && { name: row._label, before }] as const;
  });
  return new Map<Identifier, Pick<ChangedRow, 'name' | 'before'> | null>(known);
}

/** Writes back what records were; those that somebody has changed since stay as they are. */
export async function undo({ resource, rows }: Change): Promise<readonly Kept[]> {
  const [first, ...others] = rows;
  if (first === undefined) return [];
  const { id, etag, before, name } = first;
  if (others.length === 0) {
    const write = { method: 'PATCH', body: before, ifMatch: etag, unanswered: 'app.maybe_changed' };
    return request(recordPath(resource, id), write).then(
      () => [],
      (error: unknown) => [{ name, error: error as Error }],
    );
  }
  const { data } = await request<Outcome[]>(`/${resource}?_atomic=false`, {
    method: 'PATCH',
    body: rows.map((row) => ({ ...row.before, id: row.id, _etag: row.etag })),
    unanswered: 'app.maybe_changed',
  });
  return data.flatMap(({ status, problem = {} }, at) =>
    status < 400 ? [] : [{ name: rows[at]!.name, error: problemError(status, problem) }],
  );
}

interface Outcome {
  status: number;
  problem?: Partial<Problem>;
}
