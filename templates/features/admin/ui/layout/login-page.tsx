import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import {
  Alert,
  Box,
  Button,
  IconButton,
  InputAdornment,
  Paper,
  TextField,
  Typography,
} from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useLogin, useTranslate, type HttpError } from 'react-admin';
import { hasDraft } from '../api/storage';
import { useApplication } from '../application';
import { useErrorText } from '../components/texts';
import { LanguageButtons } from './language-choice';

/** Sign-in with user name and password. */
export function LoginPage() {
  const translate = useTranslate();
  const { title } = useApplication();
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'grid',
        placeItems: 'center',
        alignContent: 'center',
        p: 2,
      }}
    >
      <title>{`${translate('auth.title')} · ${title}`}</title>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, mb: 3 }}>
        <Box
          component="img"
          src={`${import.meta.env.BASE_URL}icon.svg`}
          alt=""
          sx={{ width: 32 }}
        />
        <Typography sx={{ fontSize: '1.125rem', fontWeight: 650 }}>{title}</Typography>
      </Box>
      <Paper
        variant="outlined"
        sx={{ width: '100%', maxWidth: 380, p: { xs: 3, sm: 4 }, borderRadius: 3 }}
      >
        <Typography variant="h1">{translate('auth.title')}</Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>
          {translate('auth.subtitle')}
        </Typography>
        <LoginForm />
      </Paper>
      <LanguageButtons />
    </Box>
  );
}

function LoginForm() {
  const translate = useTranslate();
  const login = useLogin();
  const explain = useSignInError();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [waits] = useState(hasDraft);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await login({ username: form.get('username'), password: form.get('password') });
    } catch (reason) {
      setError(explain(reason as HttpError));
      setBusy(false);
    }
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      {waits && <Alert severity="info">{translate('auth.draft')}</Alert>}
      <TextField
        name="username"
        label={translate('auth.username')}
        autoComplete="username"
        autoFocus
        required
        fullWidth
      />
      <PasswordField />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        loading={busy}
        sx={{ minHeight: 40 }}
      >
        {translate('auth.submit')}
      </Button>
    </Box>
  );
}

function PasswordField() {
  const translate = useTranslate();
  const [shown, setShown] = useState(false);
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        aria-label={translate(shown ? 'auth.hide_password' : 'auth.show_password')}
        onClick={() => setShown(!shown)}
        edge="end"
      >
        {shown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextField
      name="password"
      type={shown ? 'text' : 'password'}
      label={translate('auth.password')}
      autoComplete="current-password"
      required
      fullWidth
      slotProps={{ input: { endAdornment: toggle } }}
    />
  );
}

/** Why the sign-in failed; after too many attempts with the time to wait. */
function useSignInError(): (error: HttpError) => string {
  const translate = useTranslate();
  const errorText = useErrorText();
  return (error) => {
    const retryAfter = Number(
      (error.body as { retryAfter?: string } | undefined)?.retryAfter ?? NaN,
    );
    if (error.status !== 429 || Number.isNaN(retryAfter)) return errorText(error);
    return translate('auth.throttled', { minutes: Math.max(1, Math.ceil(retryAfter / 60)) });
  };
}
