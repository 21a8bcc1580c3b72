import type { SortPayload } from 'react-admin';

type ConditionValue = string | number | boolean;

/** The conditions of a list, as its address has them: `{ status: ['open', 'paid'], due_on__within: 'overdue' }`. */
export type ViewFilter = Readonly<Record<string, ConditionValue | readonly ConditionValue[]>>;

/** What a view shows of a list. */
export interface ViewContent {
  filter: ViewFilter;
  /** Null for that of the list. */
  sort: SortPayload | null;
  /** The fields of the columns, in their order; null for those of the list. */
  columns: readonly string[] | null;
  /** Other parameters of the address, such as its layout. */
  parameters: Readonly<Record<string, string>>;
}

/** A view of the team: `views` in `<model>.resource.ts` lists them, in their order. */
export interface TeamView extends Partial<ViewContent> {
  /** Its name in addresses. */
  name: string;
  label: string;
}

/** A view of one's own, as the service has it. */
export interface SavedView extends ViewContent {
  id: number;
  /** The path of the list. */
  model: string;
  name: string;
}

declare module '../application' {
  interface ModelDefinition {
    /** The team's views over the list. */
    views?: readonly TeamView[];
  }
}

/** A view over a list, the team's or one's own. */
export interface ListView extends ViewContent {
  /** Its name in addresses. */
  key: string;
  label: string;
  /** Its id, if it is one's own. */
  id: number | null;
  /** Which of those that crudgen names it is; undefined once somebody has given it another label. */
  usual?: string;
}

export const teamView = ({ name, label, ...content }: TeamView): ListView => ({
  ...{ key: name, label, id: null },
  ...NOTHING,
  ...content,
});

export const ownView = ({ id, name, filter, sort, columns, parameters }: SavedView): ListView => ({
  ...{ key: `own-${id}`, label: name, id },
  ...{ filter, sort, columns, parameters },
});

/** The parameter of an address that says which view it is. */
export const VIEW = 'view';

/** Parameters that a view has elsewhere, or not at all. */
const OWN = [VIEW, 'filter', 'sort', 'order', 'page', 'perPage', 'displayedFilters'];

/** Other parameters of an address. */
export const parametersIn = (search: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => !OWN.includes(name)));

/** The address of a view, which has all that it filters and is sorted by: whoever gets it needs no view of that name. */
export function addressOf(resource: string, view: ListView | null): string {
  const { filter = {}, sort = null, parameters = {} } = view ?? {};
  const query = new URLSearchParams({
    ...(view && { [VIEW]: view.key }),
    filter: JSON.stringify(filter),
    ...(sort && { sort: sort.field, order: sort.order }),
    ...parameters,
  });
  return `/${resource}?${query}`;
}

/** The field of a condition or an order: `total` of `total__gte`. */
export const fieldOf = (key: string): string => key.replace(/__[a-z]+(_field)?$/, '');

/** A view without what there is not for its reader, and the fields that are missing. */
export function readableView<V extends ViewContent>(
  view: V,
  isReadable: (field: string) => boolean,
): { view: V; missing: readonly string[] } {
  const isThere = (key: string) => key === 'q' || isReadable(fieldOf(key));
  const filter = Object.fromEntries(Object.entries(view.filter).filter(([key]) => isThere(key)));
  const { sort, columns } = view;
  const named = [...Object.keys(view.filter), ...(sort ? [sort.field] : []), ...(columns ?? [])];
  const missing = new Set(named.filter((key) => !isThere(key)).map(fieldOf));
  const kept = columns?.filter(isThere) ?? null;
  return {
    view: {
      ...view,
      filter,
      sort: sort && isThere(sort.field) ? sort : null,
      columns: kept !== null && kept.length > 0 ? kept : null,
    },
    missing: [...missing],
  };
}

/** Whether two views show the same of a list. */
export const isSameContent = (one: ViewContent, other: ViewContent): boolean =>
  contentText(one) === contentText(other);

/** Whether a list shows what a view has, whichever way it came to that; its columns are no part of an address. */
export function isShownBy(list: ViewContent, view: ViewContent, usual: SortPayload): boolean {
  const found = (content: ViewContent) => ({
    ...content,
    columns: null,
    sort: content.sort ?? usual,
  });
  return isSameContent(found(view), found(list)) && !isSameContent(found(view), found(NOTHING));
}

/** What the tab of all records shows. */
const NOTHING: ViewContent = { filter: {}, sort: null, columns: null, parameters: {} };

const contentText = ({ filter, sort, columns, parameters }: ViewContent): string =>
  JSON.stringify([sorted(filter), sort && [sort.field, sort.order], columns, sorted(parameters)]);

const sorted = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values)
    .map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));

/** The lines that make a view one of the team. */
export function teamLines({ label, filter, sort, columns, parameters }: ListView): string {
  const name = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const view = {
    name: name === '' ? 'view' : name,
    label,
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(sort && { sort }),
    ...(columns && { columns }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  };
  const lines = Object.entries(view).map(([key, value]) => `  ${key}: ${literal(value)},`);
  return ['{', ...lines, '},'].join('\n');
}

/** A value as code. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)}: ${literal(one)}`,
  );
  return `{ ${members.join(', ')} }`;
}
