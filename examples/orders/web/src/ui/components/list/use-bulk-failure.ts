import type { HttpError } from 'react-admin';
import { useNotify, useResourceContext, useTranslate } from 'react-admin';
import type { PartialFailure } from '../../api/data-provider';
import { useProblemTexts } from '../use-problem-texts';

/** Says how many of the selected rows could not be written, and why the first of them could not. */
export function useBulkFailure() {
  const translate = useTranslate();
  const notify = useNotify();
  const texts = useProblemTexts(useResourceContext() ?? '');
  return (error: Error) => {
    const { failed = 1, total = 1 } = ((error as HttpError).body ?? {}) as Partial<PartialFailure>;
    const reason = texts.ofError(error);
    const text = total === 1 ? reason : translate('bulk.failed', { failed, total, reason });
    notify(text, { type: 'error', autoHideDuration: 10_000 });
  };
}
