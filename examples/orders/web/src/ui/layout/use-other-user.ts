import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNotify, useResetStore } from 'react-admin';
import { isOfAnotherUser, restartSession } from '../api/session';
import { STORAGE_KEYS } from '../api/storage';

/** When somebody else signs in in another tab, this one starts anew as theirs: nothing of the first user is shown or saved. */
export function useOtherUser(): void {
  const client = useQueryClient();
  const resetStore = useResetStore();
  const notify = useNotify();
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (key !== STORAGE_KEYS.user || !isOfAnotherUser()) return;
    restartSession();
    resetStore();
    void client.resetQueries();
    notify('auth.other_user', { type: 'warning' });
  });
  useEffect(() => {
    const listen = (event: StorageEvent) => onStorage(event);
    window.addEventListener('storage', listen);
    return () => window.removeEventListener('storage', listen);
  }, []);
}
