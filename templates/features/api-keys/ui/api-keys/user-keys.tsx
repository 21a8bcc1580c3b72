import { Alert, Paper, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import { useErrorText } from '../components/texts';
import { KeyList } from './key-list';
import { useKeys } from './use-keys';

/** The keys of a user, on their page: an administrator removes them. */
export function UserKeys() {
  const record = useRecordContext<Row>();
  return record && <KeysOf id={record.id} />;
}

function KeysOf({ id }: Pick<Row, 'id'>) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { keys, now, error, busy, remove } = useKeys(`/auth/users/${id}/api-keys`);
  if (!error && (keys === undefined || keys.length === 0)) return null;
  return (
    <Paper variant="outlined" component="section" sx={{ p: { xs: 2, sm: 3 }, mt: 2 }}>
      <Typography variant="h3" component="h2">
        {translate('api-keys.title')}
      </Typography>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {keys && <KeyList keys={keys} now={now} busy={busy} onRemove={remove} />}
    </Paper>
  );
}
