import { sessionMayDo } from '../api/session';
import { useAppResource } from '../application';

/** Whether the user may create, edit or clone records of a model on its pages; never for read-only ones. */
export function useCanWrite(resource: string, action: 'create' | 'edit' | 'clone'): boolean {
  return useAppResource(resource)?.readOnly !== true && sessionMayDo(action, resource);
}
