import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { UserSection } from '../components/user-section';
import { KeyList } from './key-list';
import { useKeys } from './use-keys';

/** The keys of a user, on their page: an administrator removes them. */
export function UserKeys() {
  const record = useRecordContext<Row>();
  return record && <KeysOf id={record.id} />;
}

function KeysOf({ id }: Pick<Row, 'id'>) {
  const translate = useTranslate();
  const { keys, now, error, busy, remove } = useKeys(`/auth/users/${id}/api-keys`);
  if (!error && (keys === undefined || keys.length === 0)) return null;
  return (
    <UserSection title={translate('api-keys.title')} error={error}>
      {keys && <KeyList keys={keys} now={now} busy={busy} onRemove={remove} />}
    </UserSection>
  );
}
