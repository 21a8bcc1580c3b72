import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  useDataProvider,
  useGetList,
  useListContext,
  useResourceContext,
  useTranslate,
  type SortPayload,
} from 'react-admin';
import { OUTDATED_BY_WRITES, request } from '../api/http';
import { foundQuery } from '../api/persons';
import { sessionMayDo, useFieldRules } from '../api/session';
import { ofTenant } from '../api/tenants';
import { useAppResource, type FieldFact, type Row } from '../application';
import { numberOf } from '../components/formats';
import { useLabels } from '../components/texts';
import { toneOf, type Tone } from '../theme/tone';

export const ROWS_PER_PAGE = 25;
/** Records with a column, of those to which a reference leads. */
export const MOST_COLUMNS = 30;
const ASKING = { meta: OUTDATED_BY_WRITES, placeholderData: keepPreviousData };

/** The value of a field that all records of a column have; null for those without one. */
export type ColumnValue = string | number | null;

/** A column of a board. */
export interface BoardColumn {
  key: string;
  value: ColumnValue;
  label: string;
  /** The colour of the value, where it is one of a list. */
  tone?: Tone;
  /** The number of its records, and their sum; undefined where the service does not say. */
  count: number | undefined;
  sum: unknown;
}

export const keyOf = (value: ColumnValue): string => JSON.stringify(value);

/** The keys of what is asked for a board: all its figures, or the records of one of its columns. */
export const boardKeys = (resource: string, field: string) => ({
  figures: [resource, 'board', field, 'figures'],
  column: (key: string) => [resource, 'board', field, 'column', key],
});

type Filter = Readonly<Record<string, unknown>>;

/** The filter of the list, with the tenant in which its reader works. */
export function useBoardFilter(): Filter {
  const resource = useResourceContext() ?? '';
  const { filterValues } = useListContext();
  return { ...ofTenant(resource), ...filterValues };
}

interface Figure {
  by: Readonly<Record<string, ColumnValue>>;
  count: number;
  sum?: Readonly<Record<string, unknown>>;
}

/** How many records each value has, and their sum; null where the service does not say, as of a list with an endpoint of its own. */
function useFigures(field: string, sum: string | undefined) {
  const resource = useResourceContext() ?? '';
  const filter = useBoardFilter();
  const asked = { ...filter, _by: field, _sort: '-count', ...(sum && { _sum: sum }) };
  const isKnown = useFieldRules() !== null;
  const { data, isError } = useQuery({
    queryKey: [...boardKeys(resource, field).figures, asked],
    queryFn: async ({ signal }) => {
      const pagination = { page: 1, perPage: 100 };
      const query = await foundQuery({ resource, filter: asked, pagination });
      return (await request<Figure[]>(`/${resource}/_aggregate?${query}`, { signal })).data;
    },
    enabled: isKnown,
    retry: false,
    ...ASKING,
  });
  return { figures: data, isRefused: isError };
}

/** The columns of a board with their figures; undefined while they are not known. */
export function useBoardColumns(fact: FieldFact, sum: string | undefined) {
  const { figures, isRefused } = useFigures(fact.source, sum);
  const values = useValues(fact, figures);
  const filter = useBoardFilter();
  const none = useNone(fact);
  if (values === undefined) return undefined;
  const figureOf = (value: ColumnValue) => figures?.find(({ by }) => by[fact.source] === value);
  const hasNone = fact.required !== true && (figureOf(null)?.count ?? 0) > 0;
  const shown = [...(hasNone ? [none] : []), ...values].filter(({ value }) =>
    isLeft(fact.source, value, filter),
  );
  const columns = shown.map((column): BoardColumn => {
    const figure = figureOf(column.value);
    const total = sum === undefined ? undefined : figure?.sum?.[sum];
    const isCounted = figures !== undefined && !isRefused;
    return {
      ...column,
      key: keyOf(column.value),
      count: isCounted ? (figure?.count ?? 0) : undefined,
      sum: total,
    };
  });
  return columns;
}

type Named = Pick<BoardColumn, 'value' | 'label' | 'tone'>;

function useNone({ source }: FieldFact): Named {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const name = useLabels().field(resource, source);
  return { value: null, label: translate('board.none', { name }) };
}

/** The values of a list, or the records to which a reference leads: of too many, those with the most records. */
function useValues(
  fact: FieldFact,
  figures: readonly Figure[] | undefined,
): readonly Named[] | undefined {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const tones = useAppResource(resource)?.tones;
  const { source, reference, keyField = 'id', values } = fact;
  const mayList = reference !== undefined && sessionMayDo('list', reference);
  const { data, total = 0 } = useGetList<Row>(
    reference ?? '',
    { pagination: { page: 1, perPage: 100 }, sort: BY_ID },
    { enabled: mayList },
  );
  if (reference === undefined)
    return (values ?? []).map((value) => ({
      value,
      label: labels.value(resource, source, value),
      tone: toneOf(value, tones, source),
    }));
  if (!mayList) return figures?.flatMap(({ by }) => bare(by[source] ?? null));
  if (data === undefined) return undefined;
  const named = data.map((row) => ({ value: row[keyField] as ColumnValue, label: row._label }));
  if (total <= MOST_COLUMNS) return named;
  const first = new Set((figures ?? []).slice(0, MOST_COLUMNS).map(({ by }) => by[source]));
  return named.filter(({ value }) => first.has(value));
}

/** A record whose label the reader may not see. */
const bare = (value: ColumnValue): Named[] =>
  value === null ? [] : [{ value, label: numberOf(value) }];

const BY_ID = { field: 'id', order: 'ASC' } as const;

/** Whether the filter of the list leaves anything of a value. */
function isLeft(source: string, value: ColumnValue, filter: Filter): boolean {
  const has = (key: string) => {
    const given = filter[key];
    if (given === undefined || given === null || given === '') return null;
    return (Array.isArray(given) ? (given as unknown[]) : [given]).map(String);
  };
  const among = has(source);
  if (among !== null && !among.includes(String(value))) return false;
  if (has(`${source}__ne`)?.includes(String(value)) === true) return false;
  const isMissing = has(`${source}__isnull`)?.[0];
  return isMissing === undefined || (isMissing === 'true') === (value === null);
}

export interface ColumnPage {
  rows: Row[];
  total: number;
}

/** The records of a column, a page after another. */
export function useColumnRows(field: string, column: BoardColumn, sort: SortPayload) {
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  const filter = useBoardFilter();
  const own = column.value === null ? { [`${field}__isnull`]: true } : { [field]: column.value };
  const all = { ...filter, ...own };
  return useInfiniteQuery({
    queryKey: [...boardKeys(resource, field).column(column.key), all, sort],
    queryFn: async ({ pageParam, signal }): Promise<ColumnPage> => {
      const pagination = { page: pageParam, perPage: ROWS_PER_PAGE };
      const asked = { filter: all, sort, pagination, signal };
      const { data, total = data.length } = await provider.getList<Row>(resource, asked);
      return { rows: data, total };
    },
    initialPageParam: 1,
    getNextPageParam: (last: ColumnPage, pages: readonly ColumnPage[]) =>
      pages.length * ROWS_PER_PAGE < last.total ? pages.length + 1 : undefined,
    ...ASKING,
  });
}
