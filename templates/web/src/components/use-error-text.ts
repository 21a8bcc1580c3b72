import type { HttpError } from 'react-admin';
import { useTranslate } from 'react-admin';
import type { Problem } from '../api/http';

/** An error in words, with the number by which it is found in the service's log. */
export function useErrorText(): (error: Error) => string {
  const translate = useTranslate();
  return (error) => {
    const { request_id: id } = ((error as HttpError).body ?? {}) as Partial<Problem>;
    return id === undefined
      ? error.message
      : `${error.message} ${translate('app.request_id', { id })}`;
  };
}
