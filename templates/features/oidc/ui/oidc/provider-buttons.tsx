import { Alert, Box, Button, Divider } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { useErrorText } from '../components/texts';
import { fetchProviders, goToProvider } from './requests';
import { signedInByNobody } from './signed-in-by';

/** A button for each provider that people may sign in with, or accept an invitation with. */
export function ProviderButtons({ invitation }: { invitation?: string }) {
  const translate = useTranslate();
  const { data: providers = [] } = useQuery({
    queryKey: ['oidc', 'providers'],
    queryFn: ({ signal }) => fetchProviders(signal),
  });
  const { error, busy, go } = useGo(invitation);
  useEffect(signedInByNobody, []);
  if (providers.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
      <Divider>{translate('oidc.or')}</Divider>
      {error !== null && <Alert severity="error">{error}</Alert>}
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          variant="outlined"
          color="inherit"
          disabled={busy}
          onClick={() => void go(name)}
          sx={{ minHeight: 40 }}
        >
          {translate(invitation ? 'oidc.accept' : 'oidc.sign_in', { name: label })}
        </Button>
      ))}
    </Box>
  );
}

/** Leaves for a provider, and comes back to the page that the user wanted. */
function useGo(invitation?: string) {
  const errorText = useErrorText();
  const state = useLocation().state as { nextPathname?: string; nextSearch?: string } | null;
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async (name: string): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const to = `${state?.nextPathname ?? '/'}${state?.nextSearch ?? ''}`;
      await goToProvider(name, 'start', { to, invitation });
    } catch (reason) {
      setError(errorText(reason as Error));
      setBusy(false);
    }
  };
  return { error, busy, go };
}
