import { useCallback } from 'react';
import type { HttpError } from 'react-admin';
import { useTranslate } from 'react-admin';
import type { Problem } from '../api/http';

/** An error in words; a failure of the service with the number by which its log knows it. */
export function useErrorText(): (error: Error) => string {
  const translate = useTranslate();
  return useCallback(
    (error) => {
      const text = translate(error.message, { _: error.message });
      const { status, body } = error as HttpError;
      const { request_id: id } = (body ?? {}) as Partial<Problem>;
      if (id === undefined || status < 500) return text;
      return `${text} ${translate('app.request_id', { id })}`;
    },
    [translate],
  );
}
