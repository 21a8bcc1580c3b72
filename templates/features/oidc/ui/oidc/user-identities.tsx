import { Alert, Paper, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { useErrorText } from '../components/texts';
import { IdentityList } from './identity-list';
import { useIdentities } from './use-identities';

/** The linked accounts of a user, on their page. */
export function UserIdentities() {
  const record = useRecordContext<Row>();
  return record && <IdentitiesOf id={record.id} />;
}

function IdentitiesOf({ id }: Pick<Row, 'id'>) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const path = `/auth/users/${id}/identities`;
  const { identities, error, busy, onUnlink, dialog } = useIdentities(path);
  if (!identities && !error) return null;
  return (
    <Paper variant="outlined" component="section" sx={{ p: { xs: 2, sm: 3 }, mt: 2 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate('oidc.title')}
      </Typography>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {identities && <IdentityList identities={identities} busy={busy} onUnlink={onUnlink} />}
      {dialog}
    </Paper>
  );
}
