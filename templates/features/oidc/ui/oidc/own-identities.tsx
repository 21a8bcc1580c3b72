import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { AccountPage } from '../components/account-page';
import { OwnProof } from '../components/own-proof';
import { useLeftPage } from '../components/use-left-page';
import { IdentityList } from './identity-list';
import { IDENTITIES, fetchProviders, goToProvider, type Identity, type Provider } from './requests';
import { useIdentities } from './use-identities';

/** What somebody left for a proof. */
interface Left {
  unlink?: Identity;
  link?: Provider;
}

/** The accounts at providers with which the user signs in. */
export function OwnIdentities() {
  const translate = useTranslate();
  const { identities, error, isPending, write } = useIdentities(IDENTITIES);
  const left = useLeftPage<Left>();
  const [unlinking, setUnlinking] = useState(left?.unlink ?? null);
  const [linking, setLinking] = useState(left?.link ?? null);
  const end = () => setUnlinking(null);
  return (
    <AccountPage title={translate('oidc.title')} {...{ error, isPending }}>
      {identities && (
        <Box sx={{ py: 1 }}>
          <Typography sx={{ mb: 1 }}>{translate('oidc.about')}</Typography>
          <IdentityList identities={identities} busy={unlinking !== null} onUnlink={setUnlinking} />
          {unlinking ? (
            <Unlink identity={unlinking} write={write} onEnd={end} />
          ) : (
            <LinkButtons chosen={linking} choose={setLinking} />
          )}
        </Box>
      )}
    </AccountPage>
  );
}

interface UnlinkProps {
  identity: Identity;
  write: ReturnType<typeof useIdentities>['write'];
  onEnd: () => void;
}

/** Unlinks an account of whoever proves that they are the user. */
function Unlink({ identity, write, onEnd }: UnlinkProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const unlink = async (proof: object): Promise<void> => {
    const body = { proof };
    await write(() => request(`${IDENTITIES}/${identity.id}/remove`, { method: 'POST', body }));
    notify('oidc.unlinked', { type: 'success' });
    onEnd();
  };
  return (
    <Box component="section" sx={{ mt: 2 }}>
      <Typography variant="h3" component="h2">
        {translate('oidc.unlink_of', { name: identity.name })}
      </Typography>
      <Typography sx={{ my: 1 }}>{translate('oidc.unlink_text')}</Typography>
      <OwnProof
        submit={translate('oidc.unlink')}
        danger
        doing={{ unlink: identity } satisfies Left}
        onProof={unlink}
        onCancel={onEnd}
      />
    </Box>
  );
}

interface LinkButtonsProps {
  chosen: Provider | null;
  choose: (provider: Provider | null) => void;
}

/** Leads to a provider, and back to this page, whoever proves that they are the user. */
function LinkButtons({ chosen, choose }: LinkButtonsProps) {
  const translate = useTranslate();
  const { data: providers = [] } = useQuery({
    queryKey: ['oidc', 'providers'],
    queryFn: ({ signal }) => fetchProviders(signal),
  });
  if (chosen)
    return (
      <Box sx={{ mt: 2 }}>
        <OwnProof
          submit={translate('oidc.link', { name: chosen.label })}
          doing={{ link: chosen } satisfies Left}
          onProof={(proof) => goToProvider(chosen.name, 'link', { to: '/auth/identities', proof })}
          onCancel={() => choose(null)}
        />
      </Box>
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {providers.map((provider) => (
        <Button key={provider.name} variant="outlined" onClick={() => choose(provider)}>
          {translate('oidc.link', { name: provider.label })}
        </Button>
      ))}
    </Box>
  );
}
