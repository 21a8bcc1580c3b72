import { useState } from 'react';
import { useLogout, useTranslate } from 'react-admin';
import { forgetLeftPage } from '../api/left-page';
import { closeDrafts } from '../api/storage';
import { useApplication } from '../application';
import { ConfirmDialog } from '../components/confirm-dialog';
import { hasUnsavedChanges } from '../components/navigation';

/** Signs out, after a question where changes would be lost. */
export function useSignOut() {
  const logout = useLogout();
  const { features } = useApplication();
  return useUnlessUnsaved('app.sign_out', () => {
    closeDrafts();
    forgetLeftPage();
    const elsewhere = features.flatMap(({ signIn }) => signIn?.leave?.() ?? []);
    void logout(undefined, elsewhere[0]);
  });
}

/** For actions that lose unsaved changes: asks first if there are any. What shows the question must stay. */
export function useUnlessUnsaved<T>(confirm: string, work: (chosen: T) => void) {
  const translate = useTranslate();
  const [asking, setAsking] = useState<{ chosen: T } | null>(null);
  const question = asking && (
    <ConfirmDialog
      title={translate('form.unsaved')}
      text={translate('form.unsaved_help')}
      confirm={translate(confirm)}
      cancel={translate('form.stay')}
      danger
      onConfirm={() => work(asking.chosen)}
      onClose={() => setAsking(null)}
    />
  );
  const choose = (chosen: T) => (hasUnsavedChanges() ? setAsking({ chosen }) : work(chosen));
  return { choose, question };
}
