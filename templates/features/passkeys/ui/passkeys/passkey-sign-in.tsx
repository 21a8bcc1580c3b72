import PasskeyIcon from '@mui/icons-material/FingerprintOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useLogin, useTranslate } from 'react-admin';
import { useAskingError } from '../components/asking-form';
import { signInByPasskey, usePasskeyError } from './passkeys';
import { hasPasskeys } from './webauthn';

/** Signs in without name and password. */
export function PasskeySignIn() {
  const translate = useTranslate();
  const login = useLogin();
  const explain = usePasskeyError();
  const explainAnswer = useAskingError();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!hasPasskeys()) return null;
  const signIn = async () => {
    setBusy(true);
    setError(null);
    try {
      await login({ session: await signInByPasskey() });
    } catch (reason) {
      setError(explain(reason as Error) ?? explainAnswer(reason as Error));
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<PasskeyIcon />}
        loading={busy}
        loadingPosition="start"
        onClick={() => void signIn()}
        sx={{ minHeight: 40 }}
      >
        {translate('passkeys.sign_in')}
      </Button>
    </Box>
  );
}
