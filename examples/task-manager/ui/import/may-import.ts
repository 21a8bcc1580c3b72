import { useCanWrite } from '../api/session';
import { useApplication } from '../application';

/** Whether a model is one of the application. */
const useIsOwn = (resource: string): boolean =>
  useApplication().resources.some(({ name }) => name === resource);

/** Whether the user may bring files into a model. */
export function useMayImport(resource: string): boolean {
  const isOwn = useIsOwn(resource);
  const mayCreate = useCanWrite(resource, 'create');
  const mayEdit = useCanWrite(resource, 'edit');
  return isOwn && (mayCreate || mayEdit);
}
