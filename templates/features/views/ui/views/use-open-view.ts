import { useEffect } from 'react';
import {
  useListContext,
  useResourceContext,
  useStore,
  useStoreContext,
  type SortPayload,
} from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { useFieldRuleOf } from '../api/session';
import { useDefinition, type ListFrameProps } from '../application';
import { useColumns } from '../components/list/column-chooser';
import { useTableKey } from '../components/list/table-store';
import { arrangedAs } from './arranged-as';
import { tableKeyOf, useCurrentView } from './current-view';
import {
  VIEW,
  parametersIn,
  readableView,
  isShownBy,
  type ListView,
  type ViewContent,
  type ViewFilter,
} from './view';

/** What the list shows now, to be saved as a view. */
export function useContent({
  sort: usual,
  columns: children,
  hidden,
}: ListFrameProps): ViewContent {
  const resource = useResourceContext() ?? '';
  const { filterValues, sort } = useListContext();
  const { search } = useLocation();
  const { columns } = useColumns(resource, children, hidden);
  const key = useTableKey(resource);
  const [hiddenOnes] = useStore<string[] | undefined>(key);
  const [ranks] = useStore<number[] | undefined>(`${key}_columnRanks`);
  const isUsual = sort.field === usual.field && sort.order === usual.order;
  const isArranged = hiddenOnes !== undefined || ranks !== undefined;
  return {
    filter: filterValues as ViewFilter,
    sort: isUsual ? null : { field: sort.field, order: sort.order },
    columns: isArranged ? columns.filter(({ shown }) => shown).map(({ source }) => source) : null,
    parameters: parametersIn(search),
  };
}

/** Finds what of a view there is for its reader. */
export function useReadable(): (view: ListView) => ReturnType<typeof readableView<ListView>> {
  const resource = useResourceContext() ?? '';
  const { fields = [], timestamps = false } = useDefinition(resource) ?? {};
  const ruleOf = useFieldRuleOf();
  const known = new Set([
    ...['id', ...(timestamps ? ['created_at', 'updated_at'] : [])],
    ...fields.map(({ source }) => source),
  ]);
  return (view) => readableView(view, (field) => known.has(field) && ruleOf(field).read);
}

/** The view that is open: the one that the address names, or else the one whose records the list shows. */
export function useShownView(
  views: readonly ListView[],
  usual: SortPayload,
): ReturnType<typeof readableView<ListView>> | null {
  const { filterValues, sort } = useListContext();
  const { search } = useLocation();
  const { key } = useCurrentView();
  const readable = useReadable();
  const list = {
    filter: filterValues as ViewFilter,
    sort,
    columns: null,
    parameters: parametersIn(search),
  };
  const all = views.map(readable);
  const shown =
    key === null
      ? all.find(({ view, missing }) => missing.length === 0 && isShownBy(list, view, usual))
      : all.find(({ view }) => view.key === key);
  return shown ?? null;
}

/** The view that is open, and how one is opened; keeps the address and the columns in step with it. */
export function useOpenView(
  views: readonly ListView[],
  { columns, sort }: Pick<ListFrameProps, 'columns' | 'sort'>,
) {
  const resource = useResourceContext() ?? '';
  const store = useStoreContext();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { key, named, kept, keep } = useCurrentView();
  const readable = useReadable();

  /** Before its address is gone to. */
  const prepare = (view: ListView | null) => {
    if (view?.columns) {
      const { hidden, ranks } = arrangedAs(columns, view.columns);
      const place = tableKeyOf(resource, view.key);
      store.setItem(place, hidden);
      store.setItem(`${place}_columnRanks`, ranks);
    }
    keep(view && { key: view.key, columns: view.columns !== null });
  };
  const found = useShownView(views, sort);

  useEffect(() => {
    if (search === '') return;
    if (named === null && key === null && kept !== null) keep(null);
    // A view with columns of its own needs its name, by which they are kept.
    const missing = key ?? (found?.view.columns ? found.view.key : null);
    if (named === null && missing !== null) {
      const query = new URLSearchParams(search);
      query.set(VIEW, missing);
      void navigate({ search: `?${query}` }, { replace: true, state: state as unknown });
    }
    if (named !== null && found && kept?.key !== named) prepare(found.view);
  });
  return { open: found?.view ?? null, missing: found?.missing ?? [], prepare, readable };
}
