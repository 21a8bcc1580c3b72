import { Button, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatAgo } from '../components/ago';
import { formatDatetime } from '../components/formats';
import { Item, ItemList } from '../components/item-list';
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
export function SessionList({ sessions, onEnd, ...props }: SessionListProps) {
  const translate = useTranslate();
  return (
    <ItemList none={translate('sessions.none')}>
      {sessions.map((session) => (
        <SessionItem
          key={session.id}
          {...{ session, ...props }}
          onEnd={session.current ? undefined : onEnd}
        />
      ))}
    </ItemList>
  );
}

interface SessionItemProps extends Pick<SessionListProps, 'now' | 'busy'> {
  session: UserSession;
  onEnd: SessionListProps['onEnd'] | undefined;
}

function SessionItem({ session, now, busy, onEnd }: SessionItemProps) {
  const translate = useTranslate();
  const name = useProgramName()(session.agent);
  const facts = [
    `${translate('sessions.used')} ${formatAgo(session.used_at, now)}`,
    `${translate('sessions.begun')} ${formatDatetime(session.created_at)}`,
  ];
  const current = <Chip size="small" variant="outlined" label={translate('sessions.current')} />;
  return (
    <Item
      title={name}
      aside={session.current && current}
      actions={onEnd && <EndButton {...{ session, busy, onEnd }} />}
    >
      {facts.join(' · ')}
      {session.address !== '' && (
        <>
          {` · ${translate('sessions.address')} `}
          <bdi>{session.address}</bdi>
        </>
      )}
    </Item>
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
