import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { FieldFact, RecordId, Row } from '../application';
import type { Due } from '../cards';
import { useFetchedRow } from '../components/fields';
import { formatDate, formatDatetime } from '../components/formats';
import { CardFrame, formatAmount, formatWhole, type ModelCardProps } from './card-frame';
import {
  daysLate,
  dueFilters,
  factOf,
  listOf,
  overdueFilter,
  tellsOpen,
  valueOf,
  type Group,
} from './cards';
import { AMOUNT, COUNT, ELLIPSIS, LINE, LINES, RecordLink, SECOND } from './record-lines';
import type { Answers } from './use-overview';

/** What is late, and what is next: how many there are, and the first of them. */
export function DueCard(props: ModelCardProps<Due>) {
  return <CardFrame {...props}>{(answers) => <DueList {...props} answers={answers} />}</CardFrame>;
}

function DueList({ planned, now, answers }: ModelCardProps<Due> & { answers: Answers }) {
  const { resource, card } = planned;
  const translate = useTranslate();
  const { late, next } = dueFilters(resource, card, now);
  const [first, second = first] = answers.groups.map(([group]) => group);
  const told = (of: 'late' | 'next' | 'open', group: Group | undefined) => {
    const text = translate(`dashboard.${of}`, { smart_count: group?.count ?? 0 });
    return card.sum === undefined
      ? text
      : `${formatWhole(planned, valueOf(card, group))} · ${text}`;
  };
  const isLate = late && (first?.count ?? 0) > 0;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mb: 0.5, fontSize: '0.8125rem' }}>
        {late && (
          <Box
            component={Link}
            to={listOf(resource, overdueFilter(card))}
            sx={{ ...COUNT, color: isLate ? 'error.main' : 'text.secondary' }}
          >
            {told('late', first)}
          </Box>
        )}
        <Box component={Link} to={listOf(resource, next)} sx={COUNT}>
          {told(tellsOpen(card) ? 'open' : 'next', second)}
        </Box>
      </Box>
      {answers.rows.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', pt: 1 }}>
          {translate('dashboard.none_due')}
        </Typography>
      ) : (
        <Box component="ul" sx={LINES}>
          {answers.rows.map((row) => (
            <DueLine key={row.id} planned={planned} row={row} now={now} />
          ))}
        </Box>
      )}
    </>
  );
}

interface DueLineProps {
  planned: ModelCardProps<Due>['planned'];
  row: Row;
  now: Date;
}

/** A record with what it comes to, whose it is, and for how long it has been due. */
function DueLine({ planned, row, now }: DueLineProps) {
  const { resource, card, whose } = planned;
  const amount = card.sum === undefined ? null : row[card.sum];
  const id = whose && (row[whose.source] as RecordId | null | undefined);
  const day = <DueDay planned={planned} day={row[card.on]} now={now} />;
  return (
    <Box component="li" sx={LINE}>
      <RecordLink resource={resource} row={row} />
      {amount == null ? day : <Box sx={AMOUNT}>{formatAmount(planned, Number(amount))}</Box>}
      {(id != null || amount != null) && (
        <Box sx={SECOND}>
          {id != null && <Whose whose={whose!} id={id} />}
          {amount != null && day}
        </Box>
      )}
    </Box>
  );
}

/** The name of what a record is about: no link, which would lie too close to that of the record. */
function Whose({ whose, id }: { whose: FieldFact; id: RecordId }) {
  const { reference = '', keyField } = whose;
  const { row } = useFetchedRow({ resource: reference, id, keyField });
  return (
    <Box component="span" sx={ELLIPSIS}>
      {row?._label}
    </Box>
  );
}

type DueDayProps = Omit<DueLineProps, 'row'> & { day: unknown };

/** The day on which something is due, or for how long it has been. */
function DueDay({ planned: { resource, card }, day, now }: DueDayProps) {
  const translate = useTranslate();
  if (typeof day !== 'string') return null;
  const isDate = factOf(resource, card.on)!.type === 'date';
  const text = isDate ? formatDate(day) : formatDatetime(day);
  const days = card.done === undefined ? 0 : daysLate(day, now);
  return (
    <Box
      component="time"
      dateTime={day}
      title={text}
      sx={{ color: days > 0 ? 'error.main' : 'text.secondary', whiteSpace: 'nowrap', ml: 'auto' }}
    >
      {days > 0 ? translate('dashboard.over', { smart_count: days }) : text}
    </Box>
  );
}
