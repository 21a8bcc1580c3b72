import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useErrorText } from '../components/texts';
import { fetchIdentities, type Identity } from './requests';

/** The linked accounts at a path of the service; `dialog` asks before one of them is unlinked. */
export function useIdentities(path: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const errorText = useErrorText();
  const [asking, setAsking] = useState<Identity | null>(null);
  const [busy, setBusy] = useState(false);
  const queryKey = ['oidc', path];
  const { data, error, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchIdentities(path, signal),
  });
  const unlink = async ({ id }: Identity): Promise<void> => {
    setBusy(true);
    try {
      await request(`${path}/${id}`, { method: 'DELETE' });
      notify('oidc.unlinked', { type: 'success' });
    } catch (reason) {
      notify(errorText(reason as Error), { type: 'error' });
    }
    setBusy(false);
    setAsking(null);
    await client.invalidateQueries({ queryKey });
  };
  const dialog: ReactNode = asking && (
    <ConfirmDialog
      title={translate('oidc.unlink_of', { name: asking.name })}
      text={translate('oidc.unlink_text')}
      confirm={translate('oidc.unlink')}
      danger
      busy={busy}
      onConfirm={() => void unlink(asking)}
      onClose={() => setAsking(null)}
    />
  );
  return { identities: data, error, isPending, busy, onUnlink: setAsking, dialog };
}
