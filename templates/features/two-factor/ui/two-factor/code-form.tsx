import { Link, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ProofProps } from '../application';
import { AskingForm, type AskingFormProps } from '../components/asking-form';
import type { Kind } from './factors';

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
  // Another form for another kind: what was wrong with the one says nothing of the other.
  return (
    <AskingForm
      key={kind}
      {...props}
      onSubmit={(values) => onCode(kind, String(values.get('code')))}
    >
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

/** Asks for a code as a proof, before something changes. */
export const CodeProof = ({ onProof, ...props }: ProofProps) => (
  <CodeForm {...props} onCode={(kind, code) => onProof({ kind, code })} />
);

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
