import { Alert, Box, Button } from '@mui/material';
import { useCallback, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslate, type HttpError } from 'react-admin';
import { SubmitButton } from './submit-button';
import { problemsOf, useErrorText } from './texts';

export interface AskingFormProps {
  submit: string;
  /** Sends what was typed; a failure is told above the inputs. */
  onSubmit: (values: FormData) => Promise<unknown>;
  children?: ReactNode;
  danger?: boolean;
  /** Begins at the button, where nothing is to be typed. */
  focusButton?: boolean;
  onCancel?: () => void;
  /** The text of a failure that is none of the service's. */
  explain?: (error: Error) => string | null;
}

/** A small form that asks for a code or a password. */
export function AskingForm(props: AskingFormProps) {
  const { submit, onSubmit, children, danger, focusButton, onCancel, explain } = props;
  const translate = useTranslate();
  const explainAnswer = useAskingError();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onSubmit(new FormData(event.currentTarget));
    } catch (reason) {
      setError(explain?.(reason as Error) ?? explainAnswer(reason as Error));
    }
    setBusy(false);
  };
  return (
    <Box
      component="form"
      onSubmit={(event: FormEvent<HTMLFormElement>) => void send(event)}
      sx={{ display: 'grid', gap: 2, maxWidth: 400 }}
    >
      {error !== null && <Alert severity="error">{error}</Alert>}
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SubmitButton busy={busy} danger={danger} autoFocus={focusButton}>
          {submit}
        </SubmitButton>
        {onCancel && (
          <Button onClick={onCancel} sx={{ minHeight: 40 }}>
            {translate('form.cancel')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

/** Why a code, a password or a passkey was not taken. */
export function useAskingError(): (error: Error) => string {
  const translate = useTranslate();
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      const { status, body } = error as HttpError;
      const wait = Number((body as { retryAfter?: string } | undefined)?.retryAfter ?? NaN);
      if (status === 429 && !Number.isNaN(wait))
        return translate('auth.throttled', { minutes: Math.max(1, Math.ceil(wait / 60)) });
      const [problem] = problemsOf(error);
      if (problem === undefined) return errorText(error);
      const { code, message } = problem;
      return translate(code === 'wrong' ? 'auth.wrong_password' : `refusal.${code}`, {
        _: message,
      });
    },
    [translate, errorText],
  );
}
