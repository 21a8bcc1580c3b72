import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatDatetime } from '../components/formats';
import type { Identity } from './requests';

export interface IdentityListProps {
  identities: readonly Identity[];
  busy: boolean;
  onUnlink: (identity: Identity) => void;
}

/** Linked accounts, with what their providers decide about the user. */
export function IdentityList({ identities, busy, onUnlink }: IdentityListProps) {
  const translate = useTranslate();
  if (identities.length === 0)
    return <Typography color="text.secondary">{translate('oidc.none')}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {identities.map((identity) => (
        <Box component="li" key={identity.id} sx={ROW}>
          <IdentityFacts identity={identity} />
          {identity.removable && (
            <Button
              variant="outlined"
              disabled={busy}
              onClick={() => onUnlink(identity)}
              aria-label={translate('oidc.unlink_of', { name: identity.name })}
            >
              {translate('oidc.unlink')}
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  gap: 2,
  alignItems: 'center',
  justifyContent: 'space-between',
  py: 1.5,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
};

function IdentityFacts({ identity }: { identity: Identity }) {
  const translate = useTranslate();
  const { label, name, used_at: used, decides, removable } = identity;
  const facts = [
    used === null ? translate('oidc.never') : `${translate('oidc.used')} ${formatDatetime(used)}`,
    ...decides.map((what) => translate(`oidc.decides_${what}`, { name: label })),
    ...(removable ? [] : [translate('oidc.only')]),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {label} · <bdi>{name}</bdi>
      </Typography>
      {facts.map((fact) => (
        <Typography key={fact} variant="body2" color="text.secondary">
          {fact}
        </Typography>
      ))}
    </Box>
  );
}
