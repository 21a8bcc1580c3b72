import { Box, Paper, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { formatNumber, withinSentence } from '../components/formats';
import { numberOptions, suffixOf } from '../components/units';
import { currentLocale } from '../i18n/language';
import { useErrorText, useLabels } from '../components/texts';
import type { Card } from '../cards';
import { factOf, type Planned } from './cards';
import type { Answered, Answers } from './use-overview';

/** A card of a kind, and what the service answered. */
export interface ModelCardProps<C extends Card> {
  planned: Planned<C>;
  answered: Answered;
  now: Date;
}

interface CardFrameProps {
  planned: Planned;
  answered: Answered;
  aside?: ReactNode;
  children: (answers: Answers) => ReactNode;
}

/** A card with its heading: in it what is loaded, or why that cannot be. */
export function CardFrame({ planned, answered, aside, children }: CardFrameProps) {
  const title = useCardTitle()(planned);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={title}
      sx={{ p: 2, minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={HEAD}>
        <Typography variant="h3" component="h2">
          {title}
        </Typography>
        {aside}
      </Box>
      <CardContent planned={planned} answered={answered} waiting={<Skeleton height={120} />}>
        {children}
      </CardContent>
    </Paper>
  );
}

const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 1.5,
  mb: 1.5,
};

interface CardContentProps extends Omit<CardFrameProps, 'aside'> {
  waiting: ReactNode;
}

/** What is loaded of a card, or why it cannot be. */
export function CardContent({ planned, answered, waiting, children }: CardContentProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const errorText = useErrorText();
  const { resource, missing } = planned;
  if (missing !== undefined) {
    const name = labels.many(resource.name);
    return <Failure>{translate('dashboard.no_field', { name, field: missing })}</Failure>;
  }
  if (answered instanceof Error) return <Failure>{errorText(answered)}</Failure>;
  return answered === undefined ? waiting : children(answered);
}

function Failure({ children }: { children: string }) {
  return <Typography sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>{children}</Typography>;
}

/** The headings of cards: their own, or one of the names of the model and its fields. */
export function useCardTitle(): (planned: Planned) => string {
  const translate = useTranslate();
  const labels = useLabels();
  return (planned) => cardTitle(planned, translate, labels);
}

/** The heading of a card, in these words. */
export function cardTitle(
  { resource: { name }, card }: Pick<Planned, 'card'> & { resource: { name: string } },
  translate: (key: string, options: object) => string,
  labels: Pick<ReturnType<typeof useLabels>, 'one' | 'many' | 'manyWithin' | 'field'>,
): string {
  if (card.title !== undefined) return translate(card.title, { _: card.title });
  const many = labels.many(name);
  const within = labels.manyWithin(name);
  const field = (source: string) => labels.field(name, source);
  /** What is told of records, beside what they are called where it fits into no sentence. */
  const beside = (whose: string, label: string) =>
    translate('dashboard.ahead', { name: whose, field: withinSentence(label) });
  if (card.kind === 'low')
    return translate('dashboard.low_on', { name: many, field: withinSentence(field(card.of)) });
  const sum = card.kind === 'due' || card.sum === undefined ? null : field(card.sum);
  const summed = (label: string) =>
    IS_NO_NOUN.test(label)
      ? beside(many, label)
      : translate('dashboard.sum', {
          ...{ one: labels.one(name), name: within, field: withinSentence(label) },
        });
  const counted = sum === null ? many : summed(sum);
  // Records of a period are not all records, which other places count.
  const told = sum === null ? translate('dashboard.new', { name: within }) : counted;
  switch (card.kind) {
    case 'bars': {
      const by = field(card.by);
      if (ENDS_OPEN.test(by)) return beside(counted, by);
      return translate('dashboard.by', { name: counted, field: withinSentence(by) });
    }
    case 'due':
      if (card.done !== undefined) return translate('dashboard.due', { name: many });
      return BEGINS.test(field(card.on))
        ? translate('dashboard.upcoming', { name: within })
        : beside(many, field(card.on));
    case 'series':
      return translate('dashboard.over_time', { name: told });
    default:
      return told;
  }
}

/** Labels of when something begins, which say no more than that it is to come: `Starts at`, `Beginnt am`. */
const BEGINS = /^(starts?|begins?|beginnt|beginn)(\s\S+)?$/i;

/** Labels that are no name of an amount: `Invoice net`, `Project spent`. */
const IS_NO_NOUN =
  /(^|\s)(net|gross|spent|paid|owed|due|billed|invoiced|received|earned|used|planned|left|remaining|outstanding)$/i;

/** Labels that a sentence cannot go on from: `Orders by created by`, `Aufträge nach Erstellt von`. */
const ENDS_OPEN = /\s(by|to|at|on|of|for|from|in|von|an|am|bis|durch|für|zu|ab|seit|um)$/i;

/** From here on nobody reads decimals. */
const LARGE = 100_000;

/** An amount of a card as people read it. */
export function formatAmount({ resource, card }: Planned, amount: number): string {
  if (card.sum === undefined) return formatNumber(amount);
  const { digits, unit } = factOf(resource, card.sum)!;
  if (Math.abs(amount) >= LARGE) return formatRounded(amount, unit, WHOLE);
  return digits === undefined
    ? formatNumber(Math.round(amount * 100) / 100, digits, unit)
    : formatNumber(amount, digits, unit);
}

const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
const SHORT = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const;

/** An amount where there is little room, as at the top of a chart. */
export function formatShort({ resource, card }: Planned, amount: number): string {
  const unit = card.sum === undefined ? undefined : factOf(resource, card.sum)!.unit;
  return formatRounded(amount, unit, SHORT);
}

/** An amount where nobody asks for decimals, as of many records together. */
export const formatWhole = ({ resource, card }: Planned, amount: number): string =>
  formatRounded(amount, factOf(resource, card.sum!)!.unit, WHOLE);

/** An amount with its unit, and fewer decimals than it has. */
function formatRounded(
  amount: number,
  unit: string | undefined,
  rounding: Intl.NumberFormatOptions,
): string {
  const options = { ...numberOptions(0, unit), ...rounding };
  return new Intl.NumberFormat(currentLocale(), options).format(amount) + suffixOf(unit);
}
