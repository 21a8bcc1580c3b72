import { Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import { signedInUser } from '../api/session';
import type { Row } from '../application';
import { formatDatetime } from '../components/formats';
import { ResetDialog } from '../components/reset-dialog';
import { UserSection } from '../components/user-section';
import { fetchFactorOf } from './factors';

/** A user's second factor, for whoever may reset it; nothing for others. */
export function UserFactor() {
  const translate = useTranslate();
  const user = useRecordContext<Row>();
  const [asking, setAsking] = useState(false);
  const { data: factor } = useQuery({
    queryKey: ['two-factor', user?.id],
    queryFn: () => fetchFactorOf(user!.id),
    enabled: user !== undefined,
    retry: false,
  });
  if (user === undefined || factor === undefined) return null;
  const since = factor.since === null ? '' : formatDatetime(factor.since);
  const state = factor.active ? 'user_on' : factor.required ? 'user_required' : 'user_off';
  const action = factor.active && user.id !== signedInUser() && (
    <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
      {translate('two-factor.reset')}
    </Button>
  );
  return (
    <UserSection title={translate('two-factor.title')} action={action}>
      <Typography sx={{ py: 1 }}>{translate(`two-factor.${state}`, { since })}</Typography>
      {asking && <ResetDialog feature="two-factor" user={user} onClose={() => setAsking(false)} />}
    </UserSection>
  );
}
