import { useResourceContext, useStore } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { usualTableKey } from '../components/list/table-store';
import { VIEW } from './view';

/** The view that a list was left in; it comes back with the filters that react-admin keeps. */
export interface KeptView {
  key: string;
  /** Whether it has columns of its own. */
  columns: boolean;
}

/** The view that is open, by its name in the address. */
export function useCurrentView() {
  const resource = useResourceContext() ?? '';
  const [kept, keep] = useStore<KeptView | null>(`${resource}.view`, null);
  const { search, state } = useLocation();
  const type = useNavigationType();
  const named = new URLSearchParams(search).get(VIEW);
  // React-admin writes addresses anew, without what it does not know: where a list is filtered, and where it is come back to.
  const isRewritten = type === 'REPLACE' || isByList(state);
  const key = named ?? (search !== '' && isRewritten ? (kept?.key ?? null) : null);
  return { key, named, kept, keep };
}

const isByList = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && '_scrollToTop' in state;

/** Where a view has its columns while it is open. */
export const tableKeyOf = (resource: string, key: string): string =>
  `${usualTableKey(resource)}.${key}`;
