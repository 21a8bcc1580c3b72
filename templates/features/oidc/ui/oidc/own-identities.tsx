import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify, useTranslate } from 'react-admin';
import { PageLoading } from '../components/loading';
import { PageHeader } from '../components/page-header';
import { useErrorText } from '../components/texts';
import { useFirstData } from '../first-paint';
import { IdentityList } from './identity-list';
import { IDENTITIES, fetchProviders, goToProvider } from './requests';
import { useIdentities } from './use-identities';

/** The accounts at providers with which the user signs in. */
export function OwnIdentities() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { identities, error, isPending, busy, onUnlink, dialog } = useIdentities(IDENTITIES);
  if (!useFirstData(isPending)) return null;
  return (
    <>
      <PageHeader title={translate('oidc.title')} />
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {identities && (
        <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, py: 2, maxWidth: 800 }}>
          <Typography sx={{ mb: 1 }}>{translate('oidc.about')}</Typography>
          <IdentityList identities={identities} busy={busy} onUnlink={onUnlink} />
          <LinkButtons />
        </Paper>
      )}
      {dialog}
    </>
  );
}

/** Leads to a provider, and back to this page. */
function LinkButtons() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const notify = useNotify();
  const { data: providers = [] } = useQuery({
    queryKey: ['oidc', 'providers'],
    queryFn: ({ signal }) => fetchProviders(signal),
  });
  const link = (name: string) =>
    goToProvider(name, 'link', { to: '/auth/identities' }).catch((reason: Error) =>
      notify(errorText(reason), { type: 'error' }),
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {providers.map(({ name, label }) => (
        <Button key={name} variant="outlined" onClick={() => void link(name)}>
          {translate('oidc.link', { name: label })}
        </Button>
      ))}
    </Box>
  );
}
