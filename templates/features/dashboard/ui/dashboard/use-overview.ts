import { useQuery } from '@tanstack/react-query';
import { OUTDATED_BY_WRITES, request } from '../api/http';
import { useFieldRules } from '../api/session';
import { useTenants } from '../api/tenants';
import type { OpenedResource, RecordId } from '../application';

// Overviews of several lists, by one request each, under the rules of each list.

/** The models on the dashboard, and their counts, which several of its parts show. */
export interface Overview {
  resources: readonly OpenedResource[];
  /** Those whose creation time the user may read. */
  created: readonly OpenedResource[];
  mayRead: (resource: string, field: string) => boolean;
  totals: ByResource<number> | undefined;
  /** The starts of the last weeks, oldest first, and how many records of each resource were created in each. */
  starts: readonly string[];
  weeks: ByResource<number[]> | undefined;
}

const WEEKS = 12;

/** Queries what several parts of the dashboard show; waits for the rules of fields, which must not be bypassed. */
export function useOverview(resources: readonly OpenedResource[]): Overview {
  const rules = useFieldRules();
  const mayRead = (resource: string, field: string) =>
    rules !== null && rules[resource]?.[field]?.read !== false;
  const created = resources.filter(
    ({ name, timestamps }) => timestamps && mayRead(name, 'created_at'),
  );
  const totals = useTotals(resources.map(({ name }) => name));
  const starts = weekStarts(new Date(), WEEKS);
  const weeks = useWeeks(
    created.map(({ name }) => name),
    starts,
  );
  return { resources, created, mayRead, totals, starts, weeks };
}

const FRESH_FOR = 10_000;

type ByResource<T> = Readonly<Record<string, T>>;

/** How many records each resource has; undefined until loaded. */
const useTotals = (resources: readonly string[]) =>
  useConfig<ByResource<number>>('counts', { models: resources.join() });

/** How many records of each resource were created in each week that begins at one of these times, oldest first. */
function useWeeks(resources: readonly string[], starts: readonly string[]) {
  const since = useConfig<ByResource<number[]>>('counts', {
    models: resources.join(),
    since: starts.join(),
  });
  return since && perWeek(since);
}

/** Converts counts since each of several times into counts between one and the next. */
export function perWeek(since: ByResource<readonly number[]>): ByResource<number[]> {
  return Object.fromEntries(
    Object.entries(since).map(([name, counts]) => [
      name,
      counts.map((count, index) => count - (counts[index + 1] ?? 0)),
    ]),
  );
}

/** How many records have a value. */
export interface Group {
  value: unknown;
  count: number;
}

/** The distribution of records over the values of fields: `task.status`. */
export const useGroups = (fields: readonly string[]) =>
  useConfig<ByResource<Group[]>>('groups', { by: fields.join() });

/** A recently written record. */
export interface Change {
  /** Its resource. */
  model: string;
  id: RecordId;
  _label: string;
  created_at?: string;
  updated_at: string;
}

/** The most recently written records, over all resources. */
export const useRecent = (resources: readonly string[]) =>
  useConfig<Change[]>('recent', { models: resources.join() });

/** The service's overviews of lists, for the tenant that the user works in; no request if a parameter is empty. */
function useConfig<T>(of: string, parameters: Readonly<Record<string, string>>): T | undefined {
  const { chosen } = useTenants();
  const tenant = chosen && { tenant: String(chosen.id) };
  const query = new URLSearchParams({ ...parameters, ...tenant }).toString();
  const { data } = useQuery({
    queryKey: [of, query],
    queryFn: async ({ signal }) => (await request<T>(`/config/${of}?${query}`, { signal })).data,
    enabled: !Object.values(parameters).includes(''),
    staleTime: FRESH_FOR,
    meta: OUTDATED_BY_WRITES,
  });
  return data;
}

/** The starts of the last weeks (Monday, local time), oldest first, this week's last. */
export function weekStarts(now: Date, count: number): string[] {
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(monday);
    start.setDate(start.getDate() - (count - 1 - index) * 7);
    return start.toISOString();
  });
}
