import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../confirm-dialog';
import { isFinished, setUnsavedChanges } from '../navigation';
import { Alert, Button } from '@mui/material';
import type { RecordId, Row } from '../../application';
import { draftOf, dropDraft, keepDraft, type Draft } from '../../api/storage';
import { isSignedIn, signedInUser, useFieldRuleOf } from '../../api/session';

/** Asks before a form with changes is left, by navigation or by closing the tab. */
export function UnsavedChangesGuard() {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  const isDirty = useIsDirty();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A page reached through an earlier save still has its state when one goes back to it.
      !(historyAction !== 'POP' && isFinished(nextLocation.state)) &&
      nextLocation.pathname !== '/login',
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    setUnsavedChanges(true);
    return () => {
      window.removeEventListener('beforeunload', ask);
      setUnsavedChanges(false);
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

/** Reports when the user begins to change the form. */
export function OnDirty({ onDirty }: { onDirty: () => void }) {
  const isDirty = useIsDirty();
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => {
    if (isDirty) reportDirty();
  }, [isDirty]);
  return null;
}

/** Makes changes of a newer version of the record, once the form shows that. */
export function MadeAgain({ changes }: { changes: Partial<Row> }) {
  const { getValues, reset } = useFormContext<Values>();
  const make = useEffectEvent(() =>
    reset({ ...getValues(), ...changes }, { keepDefaultValues: true }),
  );
  useEffect(() => {
    if (Object.keys(changes).length === 0) return undefined;
    // The form itself still takes over the record.
    const timer = setTimeout(make);
    return () => clearTimeout(timer);
  }, [changes]);
  return null;
}

/** Whether the form has unsaved changes. */
function useIsDirty(): boolean {
  const { dirtyFields } = useFormState();
  return Object.keys(dirtyFields).length > 0;
}

export interface RestoredDraftProps {
  draft: Draft;
  onDiscard: () => void;
}

/** Restores input from before the session ended, as unsaved changes, with a message. */
export function RestoredDraft({ draft, onDiscard }: RestoredDraftProps) {
  const translate = useTranslate();
  const { discard } = useRestored(draft);
  return (
    <Alert
      role="status"
      severity="info"
      sx={{ m: 2, mb: 0 }}
      action={
        <Button
          onClick={() => {
            discard();
            onDiscard();
          }}
        >
          {translate('form.discard')}
        </Button>
      }
    >
      {translate('form.restored')}
    </Alert>
  );
}

type Values = Record<string, unknown>;

function useRestored({ values }: Draft) {
  const { getValues, reset } = useFormContext<Values>();
  const { isReady } = useFormState();
  const before = useRef<Values | null>(null);
  const restore = useEffectEvent(() => {
    before.current = getValues();
    reset({ ...before.current, ...values }, { keepDefaultValues: true });
  });
  useEffect(() => {
    if (!isReady || before.current !== null) return undefined;
    // The form itself is still initialising.
    const timer = setTimeout(restore);
    return () => clearTimeout(timer);
  }, [isReady]);
  return { discard: () => reset(before.current ?? {}, { keepDefaultValues: true }) };
}

/** Stores a draft when the form is unmounted because the session has ended; passwords are not stored. */
export function DraftKeeper() {
  const { getValues } = useFormContext<Record<string, unknown>>();
  const { dirtyFields } = useFormState();
  const resource = useResourceContext() ?? '';
  const read = useRecordContext<Row>() ?? null;
  const ruleOf = useFieldRuleOf();
  const passwords = usePasswords();
  const [user] = useState(signedInUser);
  const keep = useEffectEvent(() => {
    const sources = Object.keys(dirtyFields).filter(
      (source) => !passwords.current.has(source) && ruleOf(source).read,
    );
    if (isSignedIn() || user === null || sources.length === 0) return;
    const values = Object.fromEntries(sources.map((source) => [source, getValues(source)]));
    keepDraft({ user, resource, id: read?.id ?? null, read, values });
  });
  useEffect(() => () => keep(), []);
  return null;
}

/** The names of password inputs. */
function usePasswords() {
  const names = useRef(new Set<string>());
  useEffect(() => {
    const hidden = document.querySelectorAll<HTMLInputElement>('main form [type="password"]');
    for (const { name } of hidden) names.current.add(name);
  });
  return names;
}

/** The draft of this form from when the user's session ended; it is then restored or discarded. */
export function useDraft(id: RecordId | null): { draft: Draft | null; discard: () => void } {
  const resource = useResourceContext() ?? '';
  const [draft, setDraft] = useState(() => {
    const user = signedInUser();
    return user === null ? null : draftOf({ user, resource, id });
  });
  useEffect(() => {
    if (draft !== null) dropDraft();
  }, [draft]);
  return { draft, discard: () => setDraft(null) };
}
