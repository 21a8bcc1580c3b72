import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatDatetime } from '../components/formats';
import { Item, ItemList } from '../components/item-list';
import type { Identity } from './requests';

export interface IdentityListProps {
  identities: readonly Identity[];
  busy: boolean;
  onUnlink: (identity: Identity) => void;
}

/** Linked accounts, with what their providers decide about the user. */
export function IdentityList({ identities, busy, onUnlink }: IdentityListProps) {
  const translate = useTranslate();
  return (
    <ItemList none={translate('oidc.none')}>
      {identities.map((identity) => (
        <IdentityItem key={identity.id} {...{ identity, busy, onUnlink }} />
      ))}
    </ItemList>
  );
}

interface IdentityItemProps extends Pick<IdentityListProps, 'busy' | 'onUnlink'> {
  identity: Identity;
}

function IdentityItem({ identity, busy, onUnlink }: IdentityItemProps) {
  const translate = useTranslate();
  const { label, name, used_at: used, decides, removable } = identity;
  const facts = [
    used === null ? translate('oidc.never') : `${translate('oidc.used')} ${formatDatetime(used)}`,
    ...decides.map((what) => translate(`oidc.decides_${what}`, { name: label })),
    ...(removable ? [] : [translate('oidc.only')]),
  ];
  const title = (
    <>
      {label} · <bdi>{name}</bdi>
    </>
  );
  const unlink = removable && (
    <Button
      variant="outlined"
      disabled={busy}
      onClick={() => onUnlink(identity)}
      aria-label={translate('oidc.unlink_of', { name })}
    >
      {translate('oidc.unlink')}
    </Button>
  );
  return (
    <Item title={title} actions={unlink}>
      {facts.map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
    </Item>
  );
}
