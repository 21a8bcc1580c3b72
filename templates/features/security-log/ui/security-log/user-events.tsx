import { Box, Button, Typography } from '@mui/material';
import { useGetList, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo } from '../api/session';
import type { RecordId, Row } from '../application';
import { formatDatetime } from '../components/formats';
import { useLabels } from '../components/texts';
import { UserSection } from '../components/user-section';
import { useFactsText, type Facts } from './facts-text';
import { RESOURCE } from './kinds';

interface LogEvent extends Row {
  kind: string;
  address: string | null;
  facts: Facts;
  times: number;
  last_at: string;
}

/** The last sign-in of a user and what happened lately, for whoever may read the log. */
export function UserEvents() {
  const record = useRecordContext<Row>();
  return record && sessionMayDo('list', RESOURCE) && <EventsOf id={record.id} />;
}

const LATEST = { field: 'last_at', order: 'DESC' } as const;
const MOST = 5;

function EventsOf({ id }: { id: RecordId }) {
  const translate = useTranslate();
  const of = (filter: object, perPage: number) => ({
    filter: { user_id: [id], ...filter },
    pagination: { page: 1, perPage },
    sort: LATEST,
  });
  const title = useLabels().many(RESOURCE);
  const { data: events } = useGetList<LogEvent>(RESOURCE, of({}, MOST));
  const { data: signIns } = useGetList<LogEvent>(RESOURCE, of({ kind: ['signed-in'] }, 1));
  if (!events || !signIns) return null;
  const filter = encodeURIComponent(JSON.stringify({ user_id: [id] }));
  const all = (
    <Button component={Link} to={`/${RESOURCE}?filter=${filter}`} variant="outlined">
      {translate('security-log.all')}
    </Button>
  );
  return (
    <UserSection title={title} action={all}>
      <LastSignIn event={signIns[0]} />
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </Box>
    </UserSection>
  );
}

function LastSignIn({ event }: { event: LogEvent | undefined }) {
  const translate = useTranslate();
  if (!event) return <Typography>{translate('security-log.no_sign_in')}</Typography>;
  const when = formatDatetime(event.last_at);
  return <Typography>{translate('security-log.last_sign_in', { when })}</Typography>;
}

function EventLine({ event }: { event: LogEvent }) {
  const translate = useTranslate();
  const labels = useLabels();
  const textOf = useFactsText();
  const { kind, last_at: at, address, facts, times } = event;
  const details = [
    formatDatetime(at),
    ...(times > 1 ? [translate('security-log.times', { smart_count: times })] : []),
    ...(address === null ? [] : [address]),
    textOf(kind, facts),
  ];
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Box component={Link} to={`/${RESOURCE}/${event.id}/show`}>
        {labels.value(RESOURCE, 'kind', kind)}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {details.filter((text) => text !== '').join(' · ')}
      </Typography>
    </Box>
  );
}
