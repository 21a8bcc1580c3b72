import { Alert, Box, Button, Link, TextField } from '@mui/material';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useFactorError, type Kind } from './factors';

export interface AskingFormProps {
  submit: string;
  /** Sends what was typed; a failure is told above the inputs. */
  onSubmit: (values: FormData) => Promise<unknown>;
  children: ReactNode;
  danger?: boolean;
  onCancel?: () => void;
}

/** A small form that asks for a code or a password. */
export function AskingForm({ submit, onSubmit, children, danger, onCancel }: AskingFormProps) {
  const translate = useTranslate();
  const explain = useFactorError();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onSubmit(new FormData(event.currentTarget));
    } catch (reason) {
      setError(explain(reason as Error));
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
        <Button
          type="submit"
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy}
          sx={{ minHeight: 40 }}
        >
          {submit}
        </Button>
        {onCancel && (
          <Button onClick={onCancel} sx={{ minHeight: 40 }}>
            {translate('form.cancel')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

export interface CodeFormProps extends Omit<AskingFormProps, 'onSubmit' | 'children'> {
  /** Kinds of codes that would do. */
  kinds: readonly string[];
  onCode: (kind: Kind, code: string) => Promise<unknown>;
}

/** Asks for a code of the app, or for a recovery code in place of it. */
export function CodeForm({ kinds, onCode, ...props }: CodeFormProps) {
  const translate = useTranslate();
  const [kind, setKind] = useState<Kind>('totp');
  const other = kind === 'totp' ? 'recovery-code' : 'totp';
  return (
    <AskingForm {...props} onSubmit={(values) => onCode(kind, String(values.get('code')))}>
      {kind === 'totp' ? <AppCodeInput /> : <RecoveryCodeInput />}
      {kinds.includes(other) && (
        <Link
          component="button"
          type="button"
          onClick={() => setKind(other)}
          sx={{ justifySelf: 'start', textAlign: 'start' }}
        >
          {translate(`two-factor.use_${other}`)}
        </Link>
      )}
    </AskingForm>
  );
}

/** Six digits; phones show them above the keyboard. */
export function AppCodeInput() {
  const translate = useTranslate();
  return (
    <TextField
      key="totp"
      name="code"
      label={translate('two-factor.code')}
      helperText={translate('two-factor.code_help')}
      autoComplete="one-time-code"
      autoFocus
      required
      fullWidth
      slotProps={{
        htmlInput: { inputMode: 'numeric', pattern: '[0-9 ]*', maxLength: 9, dir: 'ltr' },
      }}
    />
  );
}

function RecoveryCodeInput() {
  const translate = useTranslate();
  return (
    <TextField
      key="recovery-code"
      name="code"
      label={translate('two-factor.recovery_code')}
      helperText={translate('two-factor.recovery_code_help')}
      autoComplete="off"
      autoFocus
      required
      fullWidth
      slotProps={{ htmlInput: { maxLength: 64, dir: 'ltr', spellCheck: false } }}
    />
  );
}
