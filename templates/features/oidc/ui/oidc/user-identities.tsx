import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { UserSection } from '../components/user-section';
import { IdentityList } from './identity-list';
import { useIdentities } from './use-identities';

/** The linked accounts of a user, on their page. */
export function UserIdentities() {
  const record = useRecordContext<Row>();
  return record && <IdentitiesOf id={record.id} />;
}

function IdentitiesOf({ id }: Pick<Row, 'id'>) {
  const translate = useTranslate();
  const path = `/auth/users/${id}/identities`;
  const { identities, error, busy, onUnlink, dialog } = useIdentities(path);
  if (!identities && !error) return null;
  return (
    <UserSection title={translate('oidc.title')} error={error}>
      {identities && <IdentityList identities={identities} busy={busy} onUnlink={onUnlink} />}
      {dialog}
    </UserSection>
  );
}
