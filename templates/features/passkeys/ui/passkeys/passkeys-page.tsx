import { Alert, Button, Paper, TextField, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { authProvider, type SessionAnswer } from '../api/session';
import { AskingForm } from '../components/asking-form';
import { OwnProof } from '../components/own-proof';
import { PageHeader } from '../components/page-header';
import { useErrorText } from '../components/texts';
import { useLeftPage } from '../components/use-left-page';
import { PasskeyList } from './passkey-list';
import { fetchPasskeys, post, usePasskeyError, type OwnPasskeys, type Passkey } from './passkeys';
import { makePasskey, type Options } from './webauthn';

const QUERY_KEY = ['passkeys'];

/** One's own passkeys. */
export function PasskeysPage() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { data, error } = useQuery({ queryKey: QUERY_KEY, queryFn: fetchPasskeys });
  return (
    <>
      <PageHeader title={translate('passkeys.title')} />
      <Paper variant="outlined" sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
        {error && <Alert severity="error">{errorText(error)}</Alert>}
        {data && <Own {...data} />}
      </Paper>
    </>
  );
}

/** What somebody is doing with them. */
type Doing = 'add' | { create: Options } | { rename: Passkey } | { remove: Passkey };

function Own({ passkeys, proof_by: kinds }: OwnPasskeys) {
  const left = useLeftPage<'add'>();
  const [doing, setDoing] = useState<Doing | null>(left);
  const notify = useNotify();
  const client = useQueryClient();
  const leave = () => setDoing(null);
  const done = (message: string) => {
    notify(message, { type: 'success' });
    leave();
    return client.invalidateQueries({ queryKey: QUERY_KEY });
  };
  if (doing === null) return <Overview {...{ passkeys, kinds }} onDo={setDoing} />;
  if (doing === 'add')
    return (
      <Proof
        title="add"
        doing={doing}
        onProof={async (proof) => setDoing({ create: await post<Options>('/options', { proof }) })}
        onCancel={leave}
      />
    );
  if ('create' in doing) return <Create options={doing.create} onDone={done} onCancel={leave} />;
  if ('rename' in doing) return <Rename passkey={doing.rename} onDone={done} onCancel={leave} />;
  const { id, name } = doing.remove;
  return (
    <Proof
      {...{ title: 'remove_of', name, danger: true }}
      onProof={async (proof) => {
        const session = await post<SessionAnswer>(`/${id}/remove`, { proof });
        await authProvider.login({ session });
        await done('passkeys.removed');
      }}
      onCancel={leave}
    />
  );
}

interface OverviewProps {
  passkeys: readonly Passkey[];
  kinds: readonly string[];
  onDo: (doing: Doing) => void;
}

function Overview({ passkeys, kinds, onDo }: OverviewProps) {
  const translate = useTranslate();
  const act = (what: 'rename' | 'remove', passkey: Passkey, doing: Doing) => (
    <Button
      variant="outlined"
      color={what === 'remove' ? 'error' : 'inherit'}
      onClick={() => onDo(doing)}
      aria-label={translate(`passkeys.${what}_of`, { name: passkey.name })}
    >
      {translate(`passkeys.${what}`)}
    </Button>
  );
  return (
    <>
      <Typography>{translate('passkeys.help')}</Typography>
      {passkeys.length === 1 && kinds.length === 1 && (
        <Alert severity="warning">{translate('passkeys.one')}</Alert>
      )}
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          actions={(passkey) => (
            <>
              {act('rename', passkey, { rename: passkey })}
              {act('remove', passkey, { remove: passkey })}
            </>
          )}
        />
      )}
      <Button
        variant={passkeys.length > 0 ? 'outlined' : 'contained'}
        color={passkeys.length > 0 ? 'inherit' : 'primary'}
        onClick={() => onDo('add')}
        sx={{ justifySelf: 'start' }}
      >
        {translate('passkeys.add')}
      </Button>
    </>
  );
}

interface ProofFormProps {
  title: string;
  name?: string;
  danger?: boolean;
  doing?: Doing;
  onProof: (proof: object) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for a factor, or the password, or what stands in for it, before anything changes. */
function Proof({ title, name = '', danger = false, ...props }: ProofFormProps) {
  const translate = useTranslate();
  return (
    <>
      <Typography variant="h2">{translate(`passkeys.${title}`, { name })}</Typography>
      {danger && <Typography>{translate('passkeys.remove_help')}</Typography>}
      <OwnProof {...props} danger={danger} submit={translate('passkeys.go_on')} />
    </>
  );
}

interface StepProps {
  onDone: (message: string) => Promise<unknown>;
  onCancel: () => void;
}

function Create({ options, onDone, onCancel }: StepProps & { options: Options }) {
  const translate = useTranslate();
  const explain = usePasskeyError();
  const create = async (name: string) => {
    await post('', { name, credential: await makePasskey(options) });
    await onDone('passkeys.added');
  };
  return (
    <>
      <Typography variant="h2">{translate('passkeys.add')}</Typography>
      <AskingForm
        submit={translate('passkeys.create')}
        onSubmit={(values) => create(String(values.get('name')))}
        {...{ onCancel, explain }}
      >
        <NameInput />
      </AskingForm>
    </>
  );
}

function Rename({ passkey, onDone, onCancel }: StepProps & { passkey: Passkey }) {
  const translate = useTranslate();
  const rename = async (name: string) => {
    await request(`/auth/passkeys/${passkey.id}`, { method: 'PATCH', body: { name } });
    await onDone('passkeys.renamed');
  };
  return (
    <>
      <Typography variant="h2">
        {translate('passkeys.rename_of', { name: passkey.name })}
      </Typography>
      <AskingForm
        submit={translate('passkeys.save')}
        onSubmit={(values) => rename(String(values.get('name')))}
        onCancel={onCancel}
      >
        <NameInput value={passkey.name} />
      </AskingForm>
    </>
  );
}

function NameInput({ value = '' }: { value?: string }) {
  const translate = useTranslate();
  return (
    <TextField
      name="name"
      label={translate('passkeys.name')}
      helperText={translate('passkeys.name_help')}
      defaultValue={value}
      autoComplete="off"
      autoFocus
      required
      fullWidth
      slotProps={{ htmlInput: { maxLength: 100 } }}
    />
  );
}
