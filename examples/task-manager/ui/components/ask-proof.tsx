import { Box, TextField } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ProofProps } from '../application';
import { AskingForm } from './asking-form';
import { OtherFactors, useFactorChoice } from './factor-choice';

/** Beside what stands in for it. */
const PASSWORD = [
  { name: 'password', kinds: ['password'], choose: 'auth.use_password', Proof: PasswordProof },
];

/**
 * Asks users to prove who they are, before they change how they sign in: by a factor of theirs, else by the password, or what
 * stands in for it.
 */
export function AskProof(props: ProofProps) {
  const { part, ...choice } = useFactorChoice(props.kinds, PASSWORD);
  if (!part?.Proof) return <PasswordProof {...props} />;
  return (
    <Box>
      <part.Proof {...props} />
      <OtherFactors {...choice} />
    </Box>
  );
}

function PasswordProof({ submit, danger = false, onProof, onCancel }: ProofProps) {
  const translate = useTranslate();
  return (
    <AskingForm
      {...{ submit, danger, onCancel }}
      onSubmit={(values) => onProof({ password: values.get('password') })}
    >
      <TextField
        type="password"
        name="password"
        label={translate('auth.password')}
        helperText={translate('auth.proof_help')}
        autoComplete="current-password"
        autoFocus
        required
        fullWidth
      />
    </AskingForm>
  );
}
