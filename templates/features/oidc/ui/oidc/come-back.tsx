import { Alert, Box, Button, CircularProgress } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNotify, useTranslate, type HttpError } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import type { Problem } from '../api/http';
import { useErrorText } from '../components/texts';
import { OpenPage } from '../layout/open-page';
import { useAdmission } from '../layout/use-admission';
import { holdProof } from './held-proof';
import { addIdentity, fetchProof, fetchSession } from './requests';
import { signedInBy } from './signed-in-by';

const OWN_ACCOUNTS = '/auth/identities';
const ERRORS = [
  ...['cancelled', 'refused', 'unreachable', 'unknown', 'expired', 'failed'],
  ...[
    'account-exists',
    'too-many-tries',
    'link-expired',
    'invitation-void',
    'other-account',
    'not-fresh',
  ],
];

type Kind = 'sign-in' | 'link' | 'proof';
const kindOf = (text: string | null): Kind =>
  text === 'link' || text === 'proof' ? text : 'sign-in';

/** What has not come of it. */
const FAILED: Readonly<Record<Kind, string>> = {
  'sign-in': 'oidc.failed',
  link: 'oidc.not_linked',
  proof: 'oidc.not_proved',
};

type Facts = ReturnType<typeof useFacts>;

/** The page from which people begin again: the one that they left for a proof has kept what they were about to do. */
const backOf = ({ kind, to }: Facts): string =>
  ({ 'sign-in': '/login', link: OWN_ACCOUNTS, proof: to })[kind];

/** What the service says after the `#` of the address, where no server sees it. */
function useFacts() {
  const { hash } = useLocation();
  const [facts] = useState(() => new URLSearchParams(hash.slice(1)));
  const to = facts.get('to') ?? '/';
  return {
    code: facts.get('code'),
    error: facts.get('error'),
    provider: facts.get('provider') ?? '',
    kind: kindOf(facts.get('kind')),
    // Within the back-office, whoever wrote the address.
    to: /^\/(?![/\\])/.test(to) ? to : '/',
  };
}

/** Whoever comes back from a provider is signed in, has linked an account, or has a proof of who they are. */
export function ComeBack() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const facts = useFacts();
  const error = useArrival(facts);
  if (error === null)
    return (
      <OpenPage title={translate('oidc.coming')}>
        <Box sx={{ display: 'grid', placeItems: 'center' }}>
          <CircularProgress aria-label={translate('app.loading')} />
        </Box>
      </OpenPage>
    );
  return (
    <OpenPage title={translate(FAILED[facts.kind])}>
      <Alert severity="error" sx={{ mb: 2 }}>
        {error}
      </Alert>
      <Button
        fullWidth
        variant="contained"
        color="primary"
        onClick={() => void navigate(backOf(facts))}
      >
        {translate('oidc.back')}
      </Button>
    </OpenPage>
  );
}

/** Goes on with the code; why that failed, in words. */
function useArrival({ code, error, provider, kind, to }: Facts): string | null {
  const translate = useTranslate();
  const explain = useExplain();
  const navigate = useNavigate();
  const notify = useNotify();
  const admit = useAdmission();
  const [failure, setFailure] = useState<string | null>(null);
  const link = async (given: string): Promise<void> => {
    await addIdentity(given);
    notify('oidc.linked', { type: 'success' });
    void navigate(OWN_ACCOUNTS, { replace: true });
  };
  const signIn = async (given: string): Promise<void> => {
    const session = await fetchSession(given);
    signedInBy(provider);
    return admit(session, to);
  };
  const prove = async (given: string): Promise<void> => {
    holdProof(await fetchProof(given));
    void navigate(to, { replace: true });
  };
  const goOn = useEffectEvent(() => {
    if (code === null) return;
    const going = { 'sign-in': signIn, link, proof: prove }[kind](code);
    going.catch((reason: HttpError) => setFailure(explain(reason)));
  });
  useEffect(() => goOn(), []);
  if (code !== null) return failure;
  return translate(`oidc.error_${ERRORS.includes(error ?? '') ? error : 'failed'}`);
}

const OWN_CODES: Readonly<Record<string, string>> = {
  'flow-expired': 'oidc.error_expired',
  'identity-taken': 'oidc.error_taken',
};

function useExplain(): (error: HttpError) => string {
  const translate = useTranslate();
  const errorText = useErrorText();
  return (error) => {
    const { code = '' } = (error.body ?? {}) as Partial<Problem>;
    const own = OWN_CODES[code];
    return own === undefined ? errorText(error) : translate(own);
  };
}
