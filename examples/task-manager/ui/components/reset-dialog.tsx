import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '../api/http';
import type { Row } from '../application';
import { useAskingError } from './asking-form';
import { ConfirmDialog } from './confirm-dialog';

interface ResetDialogProps {
  /** The feature whose factors are removed: its path below `/auth`, its texts, and the key of what is known of the user. */
  feature: string;
  user: Row;
  onClose: () => void;
}

/** Removes the factors of a user who has lost them, after a confirmation. */
export function ResetDialog({ feature, user, onClose }: ResetDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const explain = useAskingError();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    setBusy(true);
    try {
      await request(`/auth/${feature}/users/${user.id}`, { method: 'DELETE' });
      notify(`${feature}.was_reset`, { type: 'success' });
      await client.invalidateQueries({ queryKey: [feature, user.id] });
    } catch (error) {
      notify(explain(error as Error), { type: 'error' });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={translate(`${feature}.reset_title`, { name: user._label })}
      text={translate(`${feature}.reset_help`)}
      confirm={translate(`${feature}.reset`)}
      danger
      busy={busy}
      onConfirm={() => void reset()}
      onClose={onClose}
    />
  );
}
