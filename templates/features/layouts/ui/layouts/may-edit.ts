import { useResourceContext } from 'react-admin';
import { useCanWrite } from '../api/session';
import { useApplication, useDefinition, type Row } from '../application';

/** Whether the signed-in user may change a record, as forms allow it. The service decides. */
export function useMayEdit(): (row: Row) => boolean {
  const resource = useResourceContext() ?? '';
  const { features } = useApplication();
  const definition = useDefinition(resource);
  const canEdit = useCanWrite(resource, 'edit');
  if (!canEdit || definition?.edit === undefined) return () => false;
  return (row) => !features.some(({ isClosed }) => isClosed?.(definition, row));
}
