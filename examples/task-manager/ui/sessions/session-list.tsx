import { Box, Button, Chip, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatAgo, formatDatetime } from '../components/formats';
import { programOf } from './program';
import type { UserSession } from './use-sessions';

export interface SessionListProps {
  sessions: readonly UserSession[];
  /** When they were read. */
  now: number;
  busy: boolean;
  /** Ends a single one; without it they end together only. */
  onEnd?: (session: UserSession) => void;
}

/** Sessions with their device, those used last first. */
export function SessionList({ sessions, now, busy, onEnd }: SessionListProps) {
  const translate = useTranslate();
  if (sessions.length === 0)
    return <Typography color="text.secondary">{translate('sessions.none')}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {sessions.map((session) => (
        <Box component="li" key={session.id} sx={ROW}>
          <SessionFacts session={session} now={now} />
          {onEnd && !session.current && <EndButton {...{ session, busy, onEnd }} />}
        </Box>
      ))}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  gap: 2,
  alignItems: 'center',
  justifyContent: 'space-between',
  py: 1.5,
  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
};

function SessionFacts({ session, now }: { session: UserSession; now: number }) {
  const translate = useTranslate();
  const name = useProgramName()(session.agent);
  const facts = [
    `${translate('sessions.used')} ${formatAgo(session.used_at, now)}`,
    `${translate('sessions.begun')} ${formatDatetime(session.created_at)}`,
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        {session.current && (
          <Chip size="small" color="primary" label={translate('sessions.current')} />
        )}
      </Box>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {facts.join(' · ')}
        {session.address !== '' && (
          <>
            {` · ${translate('sessions.address')} `}
            <bdi>{session.address}</bdi>
          </>
        )}
      </Typography>
    </Box>
  );
}

interface EndButtonProps extends Pick<Required<SessionListProps>, 'busy' | 'onEnd'> {
  session: UserSession;
}

function EndButton({ session, busy, onEnd }: EndButtonProps) {
  const translate = useTranslate();
  const name = useProgramName()(session.agent);
  return (
    <Button
      variant="outlined"
      disabled={busy}
      onClick={() => onEnd(session)}
      aria-label={translate('sessions.end_of', { name })}
    >
      {translate('sessions.end')}
    </Button>
  );
}

/** A device by name: `Firefox on Linux`. */
function useProgramName(): (agent: string) => string {
  const translate = useTranslate();
  return (agent) => {
    const known = programOf(agent);
    if (known === null) return translate('sessions.unknown');
    const { program, system } = known;
    return system === null ? program : translate('sessions.device', { program, system });
  };
}
