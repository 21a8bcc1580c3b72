import { useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { request } from '../api/http';
import { useErrorText } from './texts';

/**
 * A button's action beyond writing a record: posts to a path, notifies of the outcome, and refreshes the page. `run` returns
 * the service's response, null where it refuses; `done` is the key of a message with a `name`.
 */
export function usePost() {
  const notify = useNotify();
  const refresh = useRefresh();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const run = async <T>(path: string, done: string, name: string): Promise<T | null> => {
    setBusy(true);
    let answer: T | null = null;
    try {
      ({ data: answer } = await request<T>(path, { method: 'POST' }));
      notify(done, { type: 'success', messageArgs: { name } });
    } catch (error) {
      notify(errorText(error as Error), { type: 'error', autoHideDuration: 10_000 });
    }
    setBusy(false);
    refresh();
    return answer;
  };
  return { run, busy };
}
