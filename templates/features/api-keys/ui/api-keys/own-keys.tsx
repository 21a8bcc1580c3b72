import { Alert, Button, Paper } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { PageLoading } from '../components/loading';
import { PageHeader } from '../components/page-header';
import { useErrorText } from '../components/texts';
import { useFirstData } from '../first-paint';
import { KeyList } from './key-list';
import { NewKeyDialog } from './new-key-dialog';
import { useKeys } from './use-keys';

/** The keys by which programs act for the user. */
export function OwnKeys() {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { keys, now, error, isPending, busy, create, remove } = useKeys('/auth/api-keys');
  const [isCreating, setCreating] = useState(false);
  if (!useFirstData(isPending)) return null;
  return (
    <>
      <PageHeader title={translate('api-keys.title')}>
        <Button variant="contained" color="primary" onClick={() => setCreating(true)}>
          {translate('api-keys.create')}
        </Button>
      </PageHeader>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {keys && (
        <Paper variant="outlined" sx={{ px: { xs: 2, sm: 3 }, py: 1, maxWidth: 800 }}>
          <KeyList keys={keys} now={now} busy={busy} onRemove={remove} />
        </Paper>
      )}
      {isCreating && <NewKeyDialog onCreate={create} onClose={() => setCreating(false)} />}
    </>
  );
}
