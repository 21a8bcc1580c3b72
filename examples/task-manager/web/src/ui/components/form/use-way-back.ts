import { useRecordContext, useResourceContext } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import { sessionMayDo } from '../../api/session';
import { hasPageBefore } from '../trail';

/** Leads from a form to where its user came from, or to where they would have come from: never out of the application. */
export function useWayBack(): () => void {
  const navigate = useNavigate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const [query] = useSearchParams();
  const isShown = record?.id !== undefined && sessionMayDo('show', resource);
  const home = isShown ? `/${resource}/${record.id}/show` : `/${resource}`;
  return () =>
    void (hasPageBefore()
      ? navigate(-1)
      : navigate(insidePath(query.get('back')) ?? home, { replace: true }));
}

/** A path of the application; null for anything that could lead elsewhere. */
export function insidePath(text: string | null): string | null {
  return text !== null && /^\/(?![/\\])/.test(text) ? text : null;
}
