import { Alert, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { request } from '../api/http';
import { useApplication } from '../application';
import { PageLoading } from '../components/loading';
import { SubmitButton } from '../components/submit-button';
import { useErrorText, useLabels, useProblemTexts } from '../components/texts';
import {
  NewPasswordFields,
  newPasswordIn,
  OpenForm,
  PageLink,
  useLinkToken,
  useSubmit,
} from '../layout/open-form';
import { OpenPage } from '../layout/open-page';
import { useAdmission, type Admission } from '../layout/use-admission';

/** The content of an invitation to whoever has its link. */
interface Invited {
  email: string;
  username: string | null;
  invited_by: string;
  /** The fields that whoever accepts can set. */
  fields: string[];
}

/** Makes an account of an invitation, by the link of its mail. */
export function AcceptInvitation() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const token = useLinkToken();
  const { title } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['/auth/invitations/look', token],
    queryFn: async () => {
      const path = '/auth/invitations/look';
      return (await request<Invited>(path, { method: 'POST', body: { token } })).data;
    },
    enabled: token !== null,
    retry: false,
  });
  const isVoid = token === null || error !== null;
  const help = data && {
    subtitle: translate('invitations.accept_help', {
      ...{ name: data.invited_by, service: title, email: data.email },
    }),
  };
  return (
    <OpenPage title={translate(`invitations.${isVoid ? 'void' : 'accept'}_title`)} {...help}>
      {token === null && <Alert severity="warning">{translate('invitations.no_link')}</Alert>}
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {token !== null && !data && !error && <PageLoading />}
      {token !== null && data && <AcceptForm token={token} invited={data} />}
      <PageLink to="/login">{translate('invitations.sign_in')}</PageLink>
    </OpenPage>
  );
}

function AcceptForm({ token, invited }: { token: string; invited: Invited }) {
  const translate = useTranslate();
  const { ofError } = useProblemTexts('user');
  const { features } = useApplication();
  const { error, busy, run, setError } = useSubmit();
  const signIn = useAdmission();
  const accept = async (form: FormData) => {
    const password = newPasswordIn(form);
    if (password === null) return setError(translate('password.mismatch'));
    const body = { token, password, ...profileIn(form, invited) };
    const path = '/auth/invitations/accept';
    await request<Admission>(path, { method: 'POST', body }).then(
      ({ data }) => signIn(data),
      (reason: unknown) => setError(ofError(reason as Error)),
    );
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    run(event, () => accept(form));
  };
  return (
    <>
      <OpenForm onSubmit={submit} error={error}>
        <ProfileFields invited={invited} />
        <NewPasswordFields autoFocus={false} />
        <SubmitButton busy={busy}>{translate('invitations.accept')}</SubmitButton>
      </OpenForm>
      {features.map(({ name, signIn: part }) => {
        const { Invited: Below } = part ?? {};
        return Below && <Below key={name} token={token} />;
      })}
    </>
  );
}

const PROFILE = ['username', 'first_name', 'last_name'] as const;

/** What somebody says of themselves, without what is left empty. */
const profileIn = (form: FormData, { fields }: Invited) =>
  Object.fromEntries(
    PROFILE.filter((name) => fields.includes(name))
      .map((name) => [name, String(form.get(name)).trim()])
      .filter(([, value]) => value !== ''),
  );

/** The inputs of a profile; a name that is given is shown, also to what keeps passwords. */
function ProfileFields({ invited: { username, fields } }: { invited: Invited }) {
  const labels = useLabels();
  return PROFILE.filter((name) => fields.includes(name) || name === 'username').map((name) => (
    <TextField
      key={name}
      name={name}
      label={labels.field('user', name)}
      autoComplete={AUTOCOMPLETE[name]}
      autoFocus={name === PROFILE.find((one) => fields.includes(one))}
      required={name === 'username'}
      fullWidth
      {...(name === 'username' && username !== null && GIVEN(username))}
    />
  ));
}

const AUTOCOMPLETE = {
  username: 'username',
  first_name: 'given-name',
  last_name: 'family-name',
} as const;

const GIVEN = (username: string) => ({
  defaultValue: username,
  slotProps: { htmlInput: { readOnly: true } },
});
