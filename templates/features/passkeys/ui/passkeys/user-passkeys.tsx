import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { signedInUser } from '../api/session';
import type { Row } from '../application';
import { ResetDialog } from '../components/reset-dialog';
import { UserSection } from '../components/user-section';
import { PasskeyList } from './passkey-list';
import { fetchPasskeysOf } from './passkeys';

/** A user's passkeys, for whoever may remove them; nothing for others. */
export function UserPasskeys() {
  const translate = useTranslate();
  const user = useRecordContext<Row>();
  const [asking, setAsking] = useState(false);
  const { data: passkeys } = useQuery({
    queryKey: ['passkeys', user?.id],
    queryFn: () => fetchPasskeysOf(user!.id),
    enabled: user !== undefined,
    retry: false,
  });
  if (user === undefined || passkeys === undefined) return null;
  const action = passkeys.length > 0 && user.id !== signedInUser() && (
    <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
      {translate('passkeys.reset')}
    </Button>
  );
  return (
    <UserSection title={translate('passkeys.title')} action={action}>
      <PasskeyList passkeys={passkeys} />
      {asking && <ResetDialog feature="passkeys" user={user} onClose={() => setAsking(false)} />}
    </UserSection>
  );
}
