import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Draft } from '../../api/draft';

export interface RestoredDraftProps {
  draft: Draft;
  onDiscard: () => void;
}

/** Gives the form back what was typed before the session ended, as changes that are not saved, and says so. */
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
    // The form itself still takes what it starts with.
    const timer = setTimeout(restore);
    return () => clearTimeout(timer);
  }, [isReady]);
  return { discard: () => reset(before.current ?? {}, { keepDefaultValues: true }) };
}
