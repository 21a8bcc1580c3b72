import { useState, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/http';
import { ConfirmDialog } from '../components/confirm-dialog';
import { useItems } from '../components/use-items';
import type { Identity } from './requests';

/** The linked accounts at a path of the service; `dialog` asks before one of them is unlinked. */
export function useIdentities(path: string) {
  const translate = useTranslate();
  const { items: identities, error, isPending, busy, change, write } = useItems<Identity>(path);
  const [asking, setAsking] = useState<Identity | null>(null);
  const unlink = ({ id }: Identity): Promise<void> =>
    change(() => request(`${path}/${id}`, { method: 'DELETE' }), 'oidc.unlinked');
  const dialog: ReactNode = asking && (
    <ConfirmDialog
      title={translate('oidc.unlink_of', { name: asking.name })}
      text={translate('oidc.unlink_text')}
      confirm={translate('oidc.unlink')}
      danger
      busy={busy}
      onConfirm={() => void unlink(asking).then(() => setAsking(null))}
      onClose={() => setAsking(null)}
    />
  );
  return { identities, error, isPending, busy, write, onUnlink: setAsking, dialog };
}
