import { useFormState } from 'react-hook-form';

/** Whether the form has changes that are not saved. */
export function useIsDirty(): boolean {
  const { dirtyFields } = useFormState();
  return Object.keys(dirtyFields).length > 0;
}
