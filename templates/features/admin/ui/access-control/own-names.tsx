import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { request } from '../api/http';
import { namesToChange, type OwnName, type User } from '../api/session';
import { readCached, writeCached } from '../api/storage';
import { NoSuchPage } from '../components/messages';
import { OwnProof } from '../components/own-proof';
import { PageHeader } from '../components/page-header';
import { problemsOf, useLabels, useProblemTexts } from '../components/texts';
import { useLeftPage } from '../components/use-left-page';

type Names = Partial<Record<OwnName, string>>;

/** Changes what the user signs in with, or is reached by, as far as the project lets them (`src/models/user/user.account.ts`). */
export function OwnNames() {
  const translate = useTranslate();
  const user = readCached<User>('user');
  const names = namesToChange(user);
  if (user === null || names.length === 0) return <NoSuchPage />;
  return (
    <>
      <PageHeader title={translate('own_names.title')} />
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <ChangeNames user={user} names={names} />
      </Paper>
    </>
  );
}

interface ChangeNamesProps {
  user: User;
  names: readonly OwnName[];
}

/** Asks for the new names, and then for a proof: with a wrong one the service tells nothing of the names. */
function ChangeNames({ user, names }: ChangeNamesProps) {
  const translate = useTranslate();
  const { ofError } = useProblemTexts('user');
  const left = useLeftPage<Names>();
  const [typed, setTyped] = useState<Names>(left ?? {});
  const [isProving, setProving] = useState(left !== null);
  const [error, setError] = useState<string | null>(null);
  const send = useSendNames();
  const before = Object.fromEntries(names.map((name) => [name, user[name] ?? ''])) as Names;
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => value !== before[name as OwnName]),
  );
  if (!isProving)
    return (
      <NamesForm
        {...{ names, error }}
        values={{ ...before, ...typed }}
        onSubmit={(values) => {
          setTyped(values);
          setError(null);
          setProving(true);
        }}
      />
    );
  const prove = async (proof: object): Promise<void> => {
    try {
      await send(changed, proof);
    } catch (reason) {
      const [problem] = problemsOf(reason as Error);
      if (!names.some((name) => name === problem?.field)) throw reason;
      setError(ofError(reason as Error));
      setProving(false);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {Object.values(changed).map((value) => (
        <Typography key={value} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          <bdi>{value}</bdi>
        </Typography>
      ))}
      <OwnProof
        submit={translate('own_names.submit')}
        doing={typed}
        onProof={prove}
        onCancel={() => setProving(false)}
      />
    </Box>
  );
}

/** Sends what is new; the page goes on with the user as they are then. */
function useSendNames() {
  const notify = useNotify();
  const navigate = useNavigate();
  const client = useQueryClient();
  return async (names: Names, proof: object): Promise<void> => {
    const { email } = names;
    const body = { ...names, ...(email === '' && { email: null }), proof };
    const { data } = await request<User>('/auth/me', { method: 'PATCH', body });
    writeCached('user', data);
    await client.invalidateQueries({ queryKey: ['auth', 'getIdentity'] });
    const waits = email !== undefined && email !== '' && data.pending_email === email;
    if (waits) notify('own_names.waits', { type: 'info', messageArgs: { email } });
    else notify('own_names.done', { type: 'success' });
    void navigate('/');
  };
}

interface NamesFormProps {
  names: readonly OwnName[];
  values: Names;
  error: string | null;
  onSubmit: (values: Names) => void;
}

function NamesForm({ names, values, error, onSubmit }: NamesFormProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const [isSame, setSame] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = Object.fromEntries(
      names.map((name) => [name, String(form.get(name)).trim()]),
    ) as Names;
    const isChanged = names.some((name) => typed[name] !== values[name]) || error !== null;
    setSame(!isChanged);
    if (isChanged) onSubmit(typed);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <Typography>{translate('own_names.help')}</Typography>
      {error !== null && <Alert severity="error">{error}</Alert>}
      {isSame && <Alert severity="info">{translate('own_names.same')}</Alert>}
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          type={name === 'email' ? 'email' : 'text'}
          label={labels.field('user', name)}
          defaultValue={values[name]}
          autoComplete={name}
          required={name === 'username'}
          slotProps={{ htmlInput: { dir: 'auto' } }}
          fullWidth
        />
      ))}
      <Box>
        <Button type="submit" variant="contained" color="primary">
          {translate('own_names.go_on')}
        </Button>
      </Box>
    </Box>
  );
}
