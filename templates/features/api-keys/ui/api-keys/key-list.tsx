import { Button, Chip, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { ConfirmDialog } from '../components/confirm-dialog';
import { formatAgo } from '../components/ago';
import { formatDatetime, formatList } from '../components/formats';
import { Item, ItemList } from '../components/item-list';
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
  return (
    <>
      <ItemList none={translate('api-keys.none')}>
        {keys.map((key) => (
          <KeyItem key={key.id} apiKey={key} now={now} busy={busy} onRemove={setAsked} />
        ))}
      </ItemList>
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

interface KeyItemProps extends Pick<KeyListProps, 'now' | 'busy'> {
  apiKey: ApiKey;
  onRemove: (key: ApiKey) => void;
}

function KeyItem({ apiKey, now, busy, onRemove }: KeyItemProps) {
  const translate = useTranslate();
  const { name, prefix } = apiKey;
  const aside = (
    <>
      <Typography component="code" variant="body2" dir="ltr">
        {prefix}…
      </Typography>
      {apiKey.read_only && <Chip size="small" label={translate('api-keys.read_only')} />}
    </>
  );
  const remove = (
    <Button
      variant="outlined"
      disabled={busy}
      onClick={() => onRemove(apiKey)}
      aria-label={translate('api-keys.remove_of', { name })}
    >
      {translate('api-keys.remove')}
    </Button>
  );
  return (
    <Item title={name} aside={aside} actions={remove}>
      {useKeyFacts(apiKey, now).join(' · ')}
    </Item>
  );
}

/** What a key may do, until when, and whether it is used. */
function useKeyFacts({ roles, models, expires_at: end, used_at: used }: ApiKey, now: number) {
  const translate = useTranslate();
  const labels = useLabels();
  const isOver = Date.parse(end) <= now;
  return [
    roles === null ? translate('api-keys.all_roles') : formatList(roles),
    models === null ? translate('api-keys.all_models') : formatList(models.map(labels.many)),
    translate(isOver ? 'api-keys.over' : 'api-keys.until', { date: formatDatetime(end) }),
    used === null
      ? translate('api-keys.unused')
      : translate('api-keys.used', { ago: formatAgo(used, now) }),
  ];
}
