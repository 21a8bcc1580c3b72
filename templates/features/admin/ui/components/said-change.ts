import { useNotify } from 'react-admin';
import { useFeaturePart } from '../application';

/** Says in a toast that records were changed, with what a feature adds to that, such as a way back. */
export function useSaidChange() {
  const notify = useNotify();
  const changed = useFeaturePart('changed');
  return (text: string, type: 'success' | 'info' = 'success') =>
    changed ? notify(changed(text), { type, autoHideDuration: LONG }) : notify(text, { type });
}

/** Milliseconds for which there is time to decide. */
const LONG = 8_000;
