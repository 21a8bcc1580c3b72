import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { useGetOne, useResourceContext, useTranslate } from 'react-admin';
import { isRefused } from '../api/session';
import { recordPath, useDefinition, type Row } from '../application';
import { PageLoading } from '../components/loading';
import { NotAllowed } from '../components/messages';
import { useAddressedId } from '../components/navigation';
import { PageHeader } from '../components/page-header';
import { useErrorText, useLabels } from '../components/texts';
import { useFirstData } from '../first-paint';
import { ChangeEntry } from './change-entry';
import { useChanges } from './changes';

/** The changes of a record: who, when, by which way in, and each field before and after. */
export function HistoryPage() {
  const resource = useResourceContext() ?? '';
  const id = useAddressedId() ?? '';
  return isRefused('show', resource) ? <NotAllowed /> : <Page resource={resource} id={id} />;
}

function Page({ resource, id }: { resource: string; id: string }) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  // Labels of fields come with it.
  useDefinition(resource);
  // A deleted record has a history, too.
  const { data: record } = useGetOne<Row>(
    resource,
    { id },
    { retry: false, onError: () => undefined },
  );
  const { changes, error, isPending, hasMore, isReading, readMore, readAgain } = useChanges(
    resource,
    id,
  );
  if (!useFirstData(isPending)) return null;
  const own = { label: record?._label ?? `#${id}`, to: `${recordPath(resource, id)}/show` };
  const crumbs = [{ label: labels.many(resource), to: `/${resource}` }, ...(record ? [own] : [])];
  return (
    <>
      <PageHeader title={translate('history.title', { name: own.label })} crumbs={crumbs} />
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <PageLoading />}
      {changes?.length === 0 && <Typography>{translate('history.empty')}</Typography>}
      <Box component="ol" sx={LIST}>
        {changes?.map((change, at) => (
          <Paper key={at} component="li" variant="outlined" sx={ENTRY}>
            <ChangeEntry
              change={change}
              isThere={record !== undefined && change.model === resource}
              isLine={change.model !== resource}
              onRestored={readAgain}
            />
          </Paper>
        ))}
      </Box>
      {hasMore && (
        <Button onClick={readMore} disabled={isReading} variant="outlined">
          {translate('history.more')}
        </Button>
      )}
    </>
  );
}

const LIST = { m: 0, mb: 2, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 };
const ENTRY = { p: { xs: 2, sm: 3 } };
