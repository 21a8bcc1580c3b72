import { useEffect, useEffectEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../confirm-dialog';
import { isFinished, tellUnsavedChanges } from '../navigation';

/** Asks before a form with changes is left, within the application or by closing the tab. */
export function UnsavedChangesGuard() {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  const isDirty = useIsDirty();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A page that an earlier save led to has its state still when one goes back there.
      !(historyAction !== 'POP' && isFinished(nextLocation.state)) &&
      nextLocation.pathname !== '/login',
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    tellUnsavedChanges(true);
    return () => {
      window.removeEventListener('beforeunload', ask);
      tellUnsavedChanges(false);
    };
  }, [isDirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={translate('form.unsaved')}
      text={translate(isSubmitting ? 'form.unsaved_saving' : 'form.unsaved_help')}
      confirm={translate('form.leave')}
      cancel={translate('form.stay')}
      danger
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}

/** Tells when somebody begins to change what the form shows. */
export function OnDirty({ onDirty }: { onDirty: () => void }) {
  const isDirty = useIsDirty();
  const tell = useEffectEvent(onDirty);
  useEffect(() => {
    if (isDirty) tell();
  }, [isDirty]);
  return null;
}

/** Whether the form has changes that are not saved. */
function useIsDirty(): boolean {
  const { dirtyFields } = useFormState();
  return Object.keys(dirtyFields).length > 0;
}
