import { useQuery } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { isTransient, OUTDATED_BY_WRITES, request, type Problem } from '../api/http';
import { useFieldRules } from '../api/session';
import { useTenants } from '../api/tenants';
import type { OpenedResource, RecordId, Row } from '../application';
import { planOf, type Chosen, type Group, type Plan, type Planned } from './cards';

// Overviews of several lists, by one request each, under the rules of each list.

/** What the dashboard shows, and what the service answered. */
export interface Overview {
  readonly resources: readonly OpenedResource[];
  readonly mayRead: (resource: string, field: string) => boolean;
  readonly plan: Plan;
  readonly now: Date;
  /** How many records each resource has. */
  readonly totals: ByResource<number> | undefined;
  readonly answeredTo: (card: Planned) => Answered;
  /** How many records the first question of a card has found; undefined where the service did not say. */
  readonly countIn: (card: Planned) => number | undefined;
  /** Whether everything at the top of the page is there, or cannot be. */
  readonly isThere: boolean;
}

/** What the service answered to a card's questions. */
export interface Answers {
  readonly groups: readonly (readonly Group[])[];
  readonly rows: readonly Row[];
}

/** Undefined until the service has answered. */
export type Answered = Answers | Error | undefined;

const FRESH_FOR = 10_000;

type ByResource<T> = Readonly<Record<string, T>>;

/** Queries what the dashboard shows; waits for the rules of fields, which must not be bypassed. */
export function useOverview(
  resources: readonly OpenedResource[],
  now: Date,
  chosen: Chosen,
): Overview {
  const rules = useFieldRules();
  // The plan has the filter of the tenant that the user works in.
  useTenants();
  const mayRead = (resource: string, field: string) =>
    rules !== null && rules[resource]?.[field]?.read !== false;
  const plan = planOf(resources, mayRead, now, chosen);
  const cards: readonly Planned[] = [...plan.figures, ...plan.others];
  const groups = useAnswers<Group[]>(
    'aggregates',
    cards.flatMap(({ asks }) => asks),
  );
  const rows = useAnswers<Row[]>(
    'rows',
    cards.flatMap(({ rows: ask = [] }) => ask),
  );
  const totals = useOfModels<ByResource<number>, ByResource<number>>(
    'counts',
    resources.map(({ name }) => name),
    (counts) => Object.assign({}, ...counts) as ByResource<number>,
  );
  const answeredTo = ({ asks, rows: ask }: Planned) =>
    together(
      asks.map((one) => groups(one)),
      ask === undefined ? [] : rows(ask),
    );
  const countIn = ({ asks: [first = ''] }: Planned) => {
    const answer = groups(first);
    return answer instanceof Error ? undefined : answer?.[0]?.count;
  };
  const isThere =
    rules !== null &&
    totals !== undefined &&
    plan.figures.every((one) => answeredTo(one) !== undefined);
  return { resources, mayRead, plan, now, totals, answeredTo, countIn, isThere };
}

function together(groups: readonly Answer<Group[]>[], rows: Answer<Row[]>): Answered {
  const all = [...groups, rows];
  const failed = all.find((one) => one instanceof Error);
  if (failed !== undefined) return failed;
  if (all.includes(undefined)) return undefined;
  return { groups: groups as Group[][], rows: rows as Row[] };
}

type Answer<T> = T | Error | undefined;

/** The answers to several questions, by question. */
function useAnswers<T>(of: string, asks: readonly string[]): (ask: string) => Answer<T> {
  const { data, error } = useQuery({
    queryKey: [of, ...asks],
    queryFn: ({ signal }) => askAll<T>(of, asks, signal),
    enabled: asks.length > 0,
    staleTime: FRESH_FOR,
    meta: OUTDATED_BY_WRITES,
  });
  return (ask) => data?.[asks.indexOf(ask)] ?? error ?? undefined;
}

/** In place of an answer for which the service had no time. */
interface Unanswered {
  readonly status: number;
  readonly problem: Problem;
}

/** The answers to several questions, in their order; an error in place of one that is refused. */
export async function askAll<T>(
  of: string,
  asks: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (T | Error)[]> {
  const parts = await allOrEach(asks, (some) => {
    const query = some.map((ask) => `ask=${encodeURIComponent(ask)}`).join('&');
    return getConfig<(T | Unanswered)[]>(`${of}?${query}`, signal);
  });
  return (parts.flat(1) as (T | Unanswered | Error)[]).map((one) =>
    isUnanswered(one) ? new HttpError(one.problem.detail, one.status, one.problem) : one,
  );
}

const isUnanswered = (answer: unknown): answer is Unanswered =>
  typeof answer === 'object' && answer !== null && 'problem' in answer;

/** One request for all; where it is refused one for each, so that a single one is without an answer. */
async function allOrEach<T>(
  items: readonly string[],
  ask: (some: readonly string[]) => Promise<T>,
): Promise<readonly (T | Error)[]> {
  try {
    return [await ask(items)];
  } catch (error) {
    const isRefused = !isTransient(error as Error) && (error as HttpError).status !== 401;
    if (!isRefused) throw error;
    if (items.length === 1) return [error as Error];
    return (await Promise.all(items.map((item) => allOrEach([item], ask)))).flat(1);
  }
}

const getConfig = async <T>(path: string, signal: AbortSignal | undefined): Promise<T> =>
  (await request<T>(`/config/${path}`, signal === undefined ? {} : { signal })).data;

/** A recently written record, or the last of many that were written at once. */
export interface Change {
  /** Its resource. */
  model: string;
  id: RecordId;
  _label: string;
  created_at?: string;
  updated_at: string;
  /** Who has written it, where the model records that. */
  by?: RecordId;
  /** How many were written within a minute, as by an import. */
  count?: number;
}

const RECENT = 10;

/** The most recently written records, over all resources. */
export const useRecent = (resources: readonly string[]) =>
  useOfModels<readonly Change[], readonly Change[]>('recent', resources, (lists) =>
    lists
      .flat()
      .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))
      .slice(0, RECENT),
  );

/** What the service tells of several lists, for the tenant that the user works in; no request without any. */
function useOfModels<T, Whole>(
  of: string,
  models: readonly string[],
  join: (parts: readonly T[]) => Whole,
): Whole | undefined {
  const { chosen } = useTenants();
  const tenant: Readonly<Record<string, string>> = chosen ? { tenant: String(chosen.id) } : {};
  const { data } = useQuery({
    queryKey: [of, models.join(), tenant],
    queryFn: async ({ signal }) => join(await askOfModels<T>(of, models, tenant, signal)),
    enabled: models.length > 0,
    staleTime: FRESH_FOR,
    meta: OUTDATED_BY_WRITES,
  });
  return data;
}

/** What the service tells of several models, without refused ones, as where an endpoint of one's own is the list. */
export async function askOfModels<T>(
  of: string,
  models: readonly string[],
  tenant: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const parts = await allOrEach(models, (some) => {
    const query = new URLSearchParams({ models: some.join(), ...tenant }).toString();
    return getConfig<T>(`${of}?${query}`, signal);
  });
  return parts.filter((part): part is Awaited<T> => !(part instanceof Error));
}
