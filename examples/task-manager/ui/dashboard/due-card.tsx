import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo } from '../api/session';
import type { Row } from '../application';
import type { Due } from '../cards';
import { formatDate, formatDatetime } from '../components/formats';
import { CardFrame, type ModelCardProps } from './card-frame';
import { dueFilters, factOf, isLate, listOf } from './cards';
import type { Answers } from './use-overview';

/** What is late, and what is next: how many there are, and the first of them. */
export function DueCard(props: ModelCardProps<Due>) {
  return <CardFrame {...props}>{(answers) => <DueList {...props} answers={answers} />}</CardFrame>;
}

function DueList({ planned, now, answers }: ModelCardProps<Due> & { answers: Answers }) {
  const { resource, card } = planned;
  const translate = useTranslate();
  const { late, next } = dueFilters(resource, card, now);
  const counts = answers.groups.map(([group]) => group?.count ?? 0);
  const ahead = counts.at(-1)!;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mb: 0.5, fontSize: '0.8125rem' }}>
        {late && (
          <Box
            component={Link}
            to={listOf(resource, late)}
            sx={{ ...COUNT, color: counts[0]! > 0 ? 'error.main' : 'text.secondary' }}
          >
            {translate('dashboard.late', { smart_count: counts[0] })}
          </Box>
        )}
        <Box component={Link} to={listOf(resource, next)} sx={COUNT}>
          {translate('dashboard.next', { smart_count: ahead })}
        </Box>
      </Box>
      {answers.rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', pt: 1 }}>
          {translate('dashboard.none_due')}
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {answers.rows.map((row) => (
            <DueLine key={row.id} planned={planned} row={row} now={now} />
          ))}
        </Box>
      )}
    </>
  );
}

const COUNT = { fontWeight: 550, py: 0.5 };

interface DueLineProps {
  planned: ModelCardProps<Due>['planned'];
  row: Row;
  now: Date;
}

function DueLine({ planned: { resource, card }, row, now }: DueLineProps) {
  const { name } = resource;
  const day = String(row[card.on]);
  const isDate = factOf(resource, card.on)!.type === 'date';
  const late = card.done !== undefined && isLate(day, now);
  return (
    <Box component="li" sx={LINE}>
      <Box
        component={Link}
        to={sessionMayDo('show', name) ? `/${name}/${row.id}/show` : `/${name}`}
        sx={LABEL}
      >
        {row._label}
      </Box>
      <Box
        component="time"
        dateTime={day}
        sx={{ color: late ? 'error.main' : 'text.secondary', whiteSpace: 'nowrap' }}
      >
        {isDate ? formatDate(day) : formatDatetime(day)}
      </Box>
    </Box>
  );
}

const LINE = {
  display: 'flex',
  gap: 1.5,
  py: 0.75,
  borderTop: 1,
  borderColor: 'divider',
  fontSize: '0.8125rem',
};

const LABEL = {
  flex: 1,
  minWidth: 0,
  color: 'text.primary',
  fontWeight: 500,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};
