import { Box, Button, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../components/confirm-dialog';
import { formatAgo, formatDatetime, formatList } from '../components/formats';
import { useLabels } from '../components/texts';
import type { ApiKey } from './use-keys';

export interface KeyListProps {
  keys: readonly ApiKey[];
  /** When they were read. */
  now: number;
  busy: boolean;
  onRemove: (key: ApiKey) => Promise<void>;
}

/** Keys with what they may do, each of which can be removed. */
export function KeyList({ keys, now, busy, onRemove }: KeyListProps) {
  const translate = useTranslate();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  if (keys.length === 0)
    return <Typography sx={{ py: 1 }}>{translate('api-keys.none')}</Typography>;
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {keys.map((key) => (
          <Box component="li" key={key.id} sx={ROW}>
            <KeyFacts apiKey={key} now={now} />
            <Button
              variant="outlined"
              disabled={busy}
              onClick={() => setAsked(key)}
              aria-label={translate('api-keys.remove_of', { name: key.name })}
            >
              {translate('api-keys.remove')}
            </Button>
          </Box>
        ))}
      </Box>
      {asked && (
        <ConfirmDialog
          title={translate('api-keys.remove_of', { name: asked.name })}
          text={translate('api-keys.remove_text')}
          confirm={translate('api-keys.remove')}
          danger
          busy={busy}
          onConfirm={() => void onRemove(asked).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
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

function KeyFacts({ apiKey, now }: { apiKey: ApiKey; now: number }) {
  const translate = useTranslate();
  const labels = useLabels();
  const { name, prefix, roles, models, expires_at: end, used_at: used } = apiKey;
  const isOver = Date.parse(end) <= now;
  const date = formatDatetime(end);
  const limits = [
    roles === null ? translate('api-keys.all_roles') : formatList(roles),
    models === null ? translate('api-keys.all_models') : formatList(models.map(labels.many)),
  ];
  const facts = [
    translate(isOver ? 'api-keys.over' : 'api-keys.until', { date }),
    used === null
      ? translate('api-keys.unused')
      : translate('api-keys.used', { ago: formatAgo(used, now) }),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography component="code" variant="body2" dir="ltr">
          {prefix}…
        </Typography>
        {apiKey.read_only && <Chip size="small" label={translate('api-keys.read_only')} />}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {[...limits, ...facts].join(' · ')}
      </Typography>
    </Box>
  );
}
