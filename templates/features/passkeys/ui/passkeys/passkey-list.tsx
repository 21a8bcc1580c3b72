import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { formatDatetime } from '../components/formats';
import type { Passkey } from './passkeys';

export interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** What can be done with one. */
  actions?: (passkey: Passkey) => ReactNode;
}

/** Passkeys by name, the oldest first. */
export function PasskeyList({ passkeys, actions }: PasskeyListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', width: '100%' }}>
      {passkeys.map((passkey) => (
        <Box component="li" key={passkey.id} sx={ROW}>
          <PasskeyFacts passkey={passkey} />
          {actions && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions(passkey)}</Box>
          )}
        </Box>
      ))}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  justifyContent: 'space-between',
  py: 1.5,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
};

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const translate = useTranslate();
  const { name, created_at: made, used_at: used, backed_up: synced } = passkey;
  const facts = [
    translate('passkeys.made', { at: formatDatetime(made) }),
    used === null
      ? translate('passkeys.unused')
      : translate('passkeys.used', { at: formatDatetime(used) }),
    ...(synced ? [translate('passkeys.synced')] : []),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {facts.join(' · ')}
      </Typography>
    </Box>
  );
}
