import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import { Alert, Box, IconButton, InputAdornment, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useLogin, useTranslate, type HttpError } from 'react-admin';
import { useLocation } from 'react-router';
import { request } from '../api/http';
import { FactorAsked } from '../api/session';
import { hasDraft } from '../api/storage';
import { useApplication, type FactorQuestion } from '../application';
import { OtherFactors, useFactorChoice } from '../components/factor-choice';
import { SubmitButton } from '../components/submit-button';
import { useErrorText } from '../components/texts';
import { OpenPage } from './open-page';

/** Sign-in with user name and password, and with a second factor where the service asks for one. */
export function LoginPage() {
  const translate = useTranslate();
  const login = useLogin();
  const { features } = useApplication();
  // Of a sign-in that a page of a feature began.
  const state = useLocation().state as { factor?: FactorQuestion } | null;
  const [question, setQuestion] = useState<FactorQuestion | null>(state?.factor ?? null);
  const { part, ...choice } = useFactorChoice(question?.kinds ?? []);
  return (
    <OpenPage
      title={translate('auth.title')}
      subtitle={translate(question ? 'auth.factor_step' : 'auth.subtitle')}
    >
      {question && part?.Factor ? (
        <>
          <part.Factor
            question={question}
            onSession={async (session) => void (await login({ session }))}
            onCancel={() => setQuestion(null)}
          />
          <OtherFactors {...choice} />
        </>
      ) : (
        <>
          <LoginForm onFactor={setQuestion} />
          {features.map(({ name, signIn }) => signIn?.Below && <signIn.Below key={name} />)}
        </>
      )}
    </OpenPage>
  );
}

function LoginForm({ onFactor }: { onFactor: (question: FactorQuestion) => void }) {
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
      if (reason instanceof FactorAsked) return onFactor(reason.question);
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
        {...useNameInput()}
        autoComplete="username"
        autoFocus
        required
        fullWidth
      />
      <PasswordField />
      <SubmitButton busy={busy}>{translate('auth.submit')}</SubmitButton>
    </Box>
  );
}

/** How the service knows people: by name, by address or by both. */
type SignInBy = 'username' | 'email' | 'both';

const fetchSignInBy = async (signal: AbortSignal): Promise<SignInBy> =>
  (await request<{ sign_in_by: SignInBy }>('/auth/sign-in', { signal })).data.sign_in_by;

function useNameInput() {
  const translate = useTranslate();
  const { data: by = 'username' } = useQuery({
    queryKey: ['sign-in-by'],
    queryFn: ({ signal }) => fetchSignInBy(signal),
    staleTime: Infinity,
    retry: false,
  });
  const keyboard = { htmlInput: { inputMode: 'email' as const } };
  return { label: translate(`auth.${by}`), ...(by !== 'username' && { slotProps: keyboard }) };
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
