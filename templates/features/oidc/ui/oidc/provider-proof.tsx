import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { request } from '../api/http';
import { leavePage } from '../api/left-page';
import type { ProofProps } from '../application';
import { AskingForm } from '../components/asking-form';
import { problemsOf, useErrorText } from '../components/texts';
import { dropProof, hasProof, heldProof } from './held-proof';
import { IDENTITIES, goToProvider, type Identity } from './requests';

/** Asks for a sign-in anew at a provider before something changes: whoever comes back from there goes on with that. */
export function ProviderProof(props: ProofProps) {
  const translate = useTranslate();
  const [isHeld, setHeld] = useState(hasProof);
  const [failed, setFailed] = useState<string | null>(null);
  if (!isHeld) return <ChooseProvider {...props} failed={failed} />;
  const { onProof, ...asking } = props;
  const begin = () => {
    dropProof();
    setHeld(false);
  };
  const send = async (): Promise<void> => {
    const proof = heldProof();
    if (!proof) return begin();
    try {
      await onProof(proof);
      dropProof();
    } catch (reason) {
      // For anything else that is wrong it need not be used up.
      if (!isRefused(reason as Error)) throw reason;
      setFailed(translate('oidc.proof_over'));
      begin();
    }
  };
  return <SendProof {...asking} onSend={send} />;
}

/** Whether a proof was not taken: it is from too long ago, or was used. */
const isRefused = (reason: Error): boolean => problemsOf(reason)[0]?.code === 'wrong-code';

interface SendProofProps extends Pick<ProofProps, 'submit' | 'danger' | 'onCancel'> {
  onSend: () => Promise<void>;
}

function SendProof({ submit, danger = false, onSend, onCancel }: SendProofProps) {
  const translate = useTranslate();
  return (
    <AskingForm {...{ submit, danger, onCancel }} focusButton onSubmit={onSend}>
      <Typography>{translate('oidc.proved')}</Typography>
    </AskingForm>
  );
}

interface ChooseProviderProps extends Pick<ProofProps, 'doing' | 'onCancel'> {
  /** Why the last proof was not taken. */
  failed: string | null;
}

function ChooseProvider({ doing, failed, onCancel }: ChooseProviderProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { data = [], error } = useQuery({
    queryKey: ['oidc', 'proving'],
    queryFn: async ({ signal }) => (await request<Identity[]>(IDENTITIES, { signal })).data,
  });
  const { failure, busy, go } = useGo(doing);
  const text = failure ?? (error ? errorText(error) : failed);
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 400 }}>
      {text !== null && <Alert severity="error">{text}</Alert>}
      <Typography>{translate('oidc.prove_help')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {provingOf(data).map(({ provider, label }, at) => (
          <Button
            key={provider}
            variant="contained"
            color="primary"
            disabled={busy}
            autoFocus={at === 0}
            onClick={() => void go(provider)}
            sx={{ minHeight: 40 }}
          >
            {translate('oidc.prove_at', { name: label })}
          </Button>
        ))}
        <Button onClick={onCancel} sx={{ minHeight: 40 }}>
          {translate('form.cancel')}
        </Button>
      </Box>
    </Box>
  );
}

/** One account for each provider: which one it is, is said there. */
const provingOf = (identities: readonly Identity[]): readonly Identity[] => [
  ...new Map(identities.filter(({ proves }) => proves).map((one) => [one.provider, one])).values(),
];

/** Leaves for a provider; the page knows later what was going on. */
function useGo(doing: unknown) {
  const errorText = useErrorText();
  const { pathname } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async (provider: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      leavePage(pathname, doing ?? null);
      await goToProvider(provider, 'prove', { to: pathname });
    } catch (reason) {
      setFailure(errorText(reason as Error));
      setBusy(false);
    }
  };
  return { failure, busy, go };
}
