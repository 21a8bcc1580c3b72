import { Alert, Box, Link as TextLink, TextField } from '@mui/material';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router';
import { useFirstProblem } from '../components/texts';

interface OpenFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  error: string | null;
  children: ReactNode;
}

/** A form for those who have not signed in, with what is wrong above its fields. */
export function OpenForm({ onSubmit, error, children }: OpenFormProps) {
  return (
    <Box component="form" onSubmit={onSubmit} sx={{ display: 'grid', gap: 2 }}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      {children}
    </Box>
  );
}

interface PageLinkProps {
  to: string;
  /** What that page is told. */
  state?: object;
  children: ReactNode;
}

/** A link to another page, below a form. */
export function PageLink({ to, state, children }: PageLinkProps) {
  return (
    <TextLink
      component={Link}
      to={to}
      state={state}
      sx={{ display: 'inline-block', mt: 2, py: 0.5, fontSize: '0.875rem' }}
    >
      {children}
    </TextLink>
  );
}

/** Runs what a form sends, and says why it was refused. */
export function useSubmit() {
  const explain = useFirstProblem('user');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (reason) {
      setError(explain(reason as Error));
    }
    setBusy(false);
  };
  const run = (event: FormEvent<HTMLFormElement>, work: () => Promise<void>) => {
    event.preventDefault();
    void send(work);
  };
  return { error, busy, run, setError };
}

/** The secret of the link that was opened, which the address bar and the history do not keep. */
export function useLinkToken(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('token'));
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}

/** A new password, twice; null where the two differ. */
export const newPasswordIn = (form: FormData): string | null => {
  const [password, repeat] = ['new', 'repeat'].map((name) => String(form.get(name)));
  return password === repeat ? (password ?? '') : null;
};

/** The two inputs of a new password. */
export function NewPasswordFields({ autoFocus = true }: { autoFocus?: boolean }) {
  const translate = useTranslate();
  return (['new', 'repeat'] as const).map((name) => (
    <TextField
      key={name}
      type="password"
      name={name}
      label={translate(`password.${name}`)}
      helperText={name === 'new' ? translate('password.rule') : undefined}
      autoComplete="new-password"
      autoFocus={autoFocus && name === 'new'}
      required
      fullWidth
    />
  ));
}
