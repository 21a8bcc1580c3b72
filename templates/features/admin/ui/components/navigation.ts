import { useCallback, useEffect, useRef } from 'react';
import { useRecordContext, useResourceContext } from 'react-admin';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { sessionMayDo } from '../api/session';
import { recordPath } from '../application';

/** The pages of this visit by position in the history, which the browser does not reveal. */
const trail = new Map<number, string>();

/** Records the navigation history, from page load or sign-in on. */
export function useTrail(): void {
  const { pathname } = useLocation();
  useEffect(() => void trail.set(place(), pathname));
  useEffect(() => () => trail.clear(), []);
}

/** Whether going back leads to another page of the application. */
function hasPageBefore(): boolean {
  const before = trail.get(place() - 1);
  return before !== undefined && before !== trail.get(place());
}

/** The router counts its entries from 0. */
function place(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}

/** The id in the address of a page of one record: the router gives `/` for a `%2F` that is a part of an id. */
export function useAddressedId(): string | undefined {
  const { pathname } = useLocation();
  const { id } = useParams();
  const parts = pathname.split('/').map(decoded);
  // Where the router took it for the word of a page, it is no parameter.
  if (id === undefined) return parts[2];
  return parts.find((part) => part.replaceAll('%2F', '/') === id) ?? id;
}

/** A part of an address; as it is if somebody has typed it wrongly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** For late results: whether their page is still shown. */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}

let isUnsaved = false;

/** Set by the form on the page: whether it has unsaved changes. */
export function setUnsavedChanges(isDirty: boolean): void {
  isUnsaved = isDirty;
}

/** Whether leaving the page in a way that no form can block would lose changes. */
export function hasUnsavedChanges(): boolean {
  return isUnsaved;
}

/** The state of a navigation after a save or a deletion: there are no changes to lose. */
export const FINISHED = { finished: true };

/** Whether a navigation has this state. */
export function isFinished(state: unknown): boolean {
  return (state as Partial<typeof FINISHED> | null)?.finished === true;
}

/** Leads from a form back to the previous page, or to its parent page: never out of the application. */
export function useWayBack(): () => void {
  const navigate = useNavigate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const [query] = useSearchParams();
  const isShown = record?.id !== undefined && sessionMayDo('show', resource);
  const home = isShown ? `${recordPath(resource, record.id)}/show` : `/${resource}`;
  return () =>
    void (hasPageBefore()
      ? navigate(-1)
      : navigate(insidePath(query.get('back')) ?? home, { replace: true }));
}

/** Leads to the page before this one, or to the start page. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => void (hasPageBefore() ? navigate(-1) : navigate('/'));
}

/** A path of the application; null for anything that could lead elsewhere. */
export function insidePath(text: string | null): string | null {
  return text !== null && /^\/(?![/\\])/.test(text) ? text : null;
}
