import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { formatDatetime } from '../components/formats';
import { Item, ItemList } from '../components/item-list';
import type { Passkey } from './passkeys';

export interface PasskeyListProps {
  passkeys: readonly Passkey[];
  /** What can be done with one. */
  actions?: (passkey: Passkey) => ReactNode;
}

/** Passkeys by name, the oldest first. */
export function PasskeyList({ passkeys, actions }: PasskeyListProps) {
  const translate = useTranslate();
  return (
    <ItemList none={translate('passkeys.none')}>
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} actions={actions?.(passkey)} />
      ))}
    </ItemList>
  );
}

function PasskeyItem({ passkey, actions }: { passkey: Passkey; actions: ReactNode }) {
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
    <Item title={name} actions={actions}>
      {facts.join(' · ')}
    </Item>
  );
}
