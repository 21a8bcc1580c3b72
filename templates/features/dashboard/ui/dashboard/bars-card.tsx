import { Box, useTheme } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { FieldFact, RecordId } from '../application';
import type { Bars } from '../cards';
import { useRecordNames } from '../components/fields';
import { plainText } from '../components/formats';
import { inkOf, toneOf, type Tone } from '../theme/tone';
import { CardFrame, formatAmount, type ModelCardProps } from './card-frame';
import { barsOf, factOf, listOf, type Bar, type ListFilter, type Group } from './cards';
import { shareText } from './shares';

/** How the records spread over the values of a field: one bar, and below it each value, which leads to its list. */
export function BarsCard({ planned, answered }: ModelCardProps<Bars>) {
  return (
    <CardFrame planned={planned} answered={answered}>
      {({ groups: [groups = []] }) => <Spread planned={planned} groups={groups} />}
    </CardFrame>
  );
}

interface SpreadProps {
  planned: ModelCardProps<Bars>['planned'];
  groups: readonly Group[];
}

function Spread({ planned, groups }: SpreadProps) {
  const { resource, card } = planned;
  const fact = factOf(resource, card.by)!;
  const parts = usePainted(planned, barsOf(fact, card, groups));
  const labelOf = useBarLabels(resource.name, fact, parts);
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  // Of what is less than nothing there are no shares.
  const isShared = total > 0 && parts.every(({ amount }) => amount >= 0);
  return (
    <>
      <Box sx={BAR} aria-hidden>
        {parts
          .filter(({ amount }) => amount > 0)
          .map((part) => {
            const style = { ...part.paint, flexGrow: part.amount };
            const title = `${labelOf(part)}: ${formatAmount(planned, part.amount)}`;
            const key = String(part.value);
            return part.to === null ? (
              <Box key={key} style={style} title={title} />
            ) : (
              <Box
                key={key}
                component={Link}
                to={part.to}
                tabIndex={-1}
                style={style}
                title={title}
              />
            );
          })}
      </Box>
      <Box component="ul" sx={LEGEND}>
        {parts.map((part) => (
          <li key={String(part.value)}>
            <Box {...(part.to !== null && { component: Link, to: part.to })} sx={ENTRY}>
              <Box sx={DOT} style={part.paint} />
              <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {labelOf(part)}
              </Box>{' '}
              <Box component="span" sx={{ ...NUMBER, fontWeight: 550 }}>
                {formatAmount(planned, part.amount)}
              </Box>{' '}
              <Box
                component="span"
                sx={{ ...NUMBER, minWidth: 44, whiteSpace: 'nowrap', color: 'text.secondary' }}
              >
                {isShared && shareText(part.amount / total)}
              </Box>
            </Box>
          </li>
        ))}
      </Box>
    </>
  );
}

/** What a bar is called: by the label of a record, the word of a value, or what has no bar of its own. */
function useBarLabels(resource: string, fact: FieldFact, bars: readonly Bar[]) {
  const translate = useTranslate();
  const isReference = fact.reference !== undefined;
  const { keyField } = fact;
  const isOfRecord = (value: unknown): value is RecordId =>
    isReference &&
    (typeof value === 'number' || (keyField !== undefined && typeof value === 'string'));
  const ids = bars.flatMap(({ value }) => (isOfRecord(value) ? value : []));
  const names = useRecordNames(fact.reference ?? '', ids, keyField);
  return ({ value }: Bar): string => {
    if (value === undefined) return translate('dashboard.other');
    if (value === null) return translate('dashboard.unset');
    if (isOfRecord(value)) return names[ids.indexOf(value)]!;
    return plainText(value, fact, translate, resource);
  };
}

interface Part extends Bar {
  paint: { backgroundColor: string; opacity: number };
  /** Its list; values that are not listed have none of their own. */
  to: string | null;
}

/** Of several values with one colour, each is paler than the one before. */
const FADING = [0.9, 0.6, 0.38, 0.24];

function usePainted({ resource, card }: SpreadProps['planned'], all: readonly Bar[]): Part[] {
  const theme = useTheme();
  const seen: Tone[] = [];
  return all.map((bar) => {
    const tone = toneOf(String(bar.value ?? ''), resource.tones, card.by);
    const before = seen.filter((one) => one === tone).length;
    seen.push(tone);
    const opacity = FADING[Math.min(before, FADING.length - 1)]!;
    const filter = filterOf(card, bar);
    return {
      ...bar,
      paint: { backgroundColor: inkOf(theme, tone), opacity },
      to: filter && listOf(resource, { ...card.filter, ...filter }),
    };
  });
}

function filterOf({ by }: Bars, { value }: Bar): ListFilter | null {
  if (value === undefined) return null;
  return value === null ? { [`${by}__isnull`]: true } : { [by]: [value] };
}

const BAR = {
  display: 'flex',
  gap: '2px',
  height: 14,
  borderRadius: '7px',
  overflow: 'hidden',
  backgroundColor: 'divider',
  mb: 1.5,
  '& > *': { flexBasis: 0, minWidth: 4 },
  '& > a:hover': { filter: 'brightness(1.15)' },
};

const LEGEND = { listStyle: 'none', m: 0, p: 0 };

const NUMBER = { fontVariantNumeric: 'tabular-nums', textAlign: 'end' };

const ENTRY = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 30,
  px: 0.75,
  mx: -0.75,
  borderRadius: 1,
  fontSize: '0.8125rem',
  color: 'text.primary',
  '&:is(a):hover': { backgroundColor: 'action.hover', textDecoration: 'none' },
};

const DOT = { width: 9, height: 9, borderRadius: '50%', flexShrink: 0 };
