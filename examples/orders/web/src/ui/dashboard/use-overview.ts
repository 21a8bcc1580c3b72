import { useQuery } from '@tanstack/react-query';
import { OUTDATED_BY_WRITES, request } from '../api/http';
import { useFieldRules } from '../api/session';
import { useTenants } from '../api/tenants';
import type { OpenedResource } from '../application';

// What several lists hold, by one request each, under the rules of each list.

/** The models that the dashboard tells of, and how many records they have: what several of its parts show. */
export interface Overview {
  resources: readonly OpenedResource[];
  /** Those of which the user may know when a record was created. */
  created: readonly OpenedResource[];
  mayRead: (resource: string, field: string) => boolean;
  totals: ByResource<number> | undefined;
  /** When the last weeks begin, oldest first, and how many records of each resource were created in each. */
  starts: readonly string[];
  weeks: ByResource<number[]> | undefined;
}

const WEEKS = 12;

/** Asks what several parts of the dashboard show; no rule is passed over while the rules of fields are on their way. */
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

/** How many records each resource has; undefined until it is known. */
const useTotals = (resources: readonly string[]) =>
  useConfig<ByResource<number>>('counts', { models: resources.join() });

/** How many records of each resource were created in each week that begins at one of these moments, oldest first. */
function useWeeks(resources: readonly string[], starts: readonly string[]) {
  const since = useConfig<ByResource<number[]>>('counts', {
    models: resources.join(),
    since: starts.join(),
  });
  return since && perWeek(since);
}

/** Numbers of what was created since each of several moments as those between one and the next. */
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

/** How the records spread over the values of fields: `task.status`. */
export const useGroups = (fields: readonly string[]) =>
  useConfig<ByResource<Group[]>>('groups', { by: fields.join() });

/** A record that was written lately. */
export interface Change {
  /** Its resource. */
  model: string;
  id: number;
  _label: string;
  created_at?: string;
  updated_at: string;
}

/** The records that were written last, over all resources. */
export const useRecent = (resources: readonly string[]) =>
  useConfig<Change[]>('recent', { models: resources.join() });

/** What the service tells of lists, of the tenant that the user works in; nothing is asked where a parameter is empty. */
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
