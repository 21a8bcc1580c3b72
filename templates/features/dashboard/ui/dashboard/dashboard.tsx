import DoneIcon from '@mui/icons-material/Check';
import EditIcon from '@mui/icons-material/EditOutlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import { Box, Paper, Skeleton, Typography } from '@mui/material';
import { Fragment, Suspense, useState } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo } from '../api/session';
import {
  recordPath,
  useApplication,
  useAppResource,
  useDefinitions,
  useParts,
  type FeatureCard,
  type RecordId,
} from '../application';
import { formatAgo } from '../components/ago';
import { useRecordNames } from '../components/fields';
import { formatDatetime, formatNumber } from '../components/formats';
import { MessagePanel } from '../components/messages';
import { CompactButton, PageHeader } from '../components/page-header';
import { Segments } from '../components/segments';
import { useLabels } from '../components/texts';
import { useFirstData } from '../first-paint';
import { ArrangedCard, HiddenCards, useArrangement } from './arrange';
import { BarsCard } from './bars-card';
import type { ModelCardProps } from './card-frame';
import { listOf, type Planned } from './cards';
import { ELLIPSIS } from './record-lines';
import { DueCard } from './due-card';
import { LowCard } from './low-card';
import { FigureCard } from './figure-card';
import { shownModels } from './models';
import { toldModels } from './told-models';
import { RANGES, useRange } from './range';
import { togetherWith } from './together-with';
import { Waiting } from './waiting';
import { SeriesCard } from './series-card';
import { useOverview, useRecent, type Change, type Overview } from './use-overview';
import type { Card } from '../cards';

/** Figures, states, what is due, and recent changes; only what the user may see. */
export function Dashboard() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const seen = shownModels(useApplication());
  const definitions = useDefinitions(seen);
  const [now] = useState(() => new Date());
  const visible = seen.map(({ dashboard: _, ...resource }, at) => ({
    ...resource,
    ...definitions[at]!,
  }));
  const [range, setRange] = useRange();
  const [arrangement] = useArrangement();
  const [arranging, setArranging] = useState(false);
  const overview = useOverview(visible, now, { range, arrangement });
  const own = useFeatureCards();
  const isEmpty = visible.length === 0 && own.length === 0;
  if (!useFirstData(visible.length > 0 && !overview.isThere)) return null;
  return (
    <>
      <PageHeader
        title={translate('dashboard.title')}
        aside={
          <Box component="span" sx={WELCOME}>
            {identity?.fullName && translate('dashboard.welcome', { name: identity.fullName })}
          </Box>
        }
      >
        {visible.length > 0 && (
          <>
            <CompactButton
              icon={arranging ? DoneIcon : EditIcon}
              label={translate(arranging ? 'dashboard.arranged' : 'dashboard.arrange')}
              aria-pressed={arranging}
              onClick={() => setArranging(!arranging)}
            />
            <Segments
              label={translate('dashboard.range')}
              options={RANGES.map((value) => ({ value, text: translate(`dashboard.${value}`) }))}
              chosen={range}
              onChoose={setRange}
            />
          </>
        )}
      </PageHeader>
      {isEmpty ? (
        <Paper variant="outlined">
          <MessagePanel
            icon={InsightsIcon}
            title={translate('dashboard.nothing')}
            help={translate('dashboard.nothing_help')}
          />
        </Paper>
      ) : (
        <Overviews overview={overview} arranging={arranging} />
      )}
    </>
  );
}

const WELCOME = { display: { xs: 'none', sm: 'inline' }, color: 'text.secondary' };

function Overviews({ overview, arranging }: { overview: Overview; arranging: boolean }) {
  const { plan, answeredTo, now, resources } = overview;
  const show = (cards: readonly Planned[]) =>
    cards.map((planned) => {
      const card = (
        <ModelCard key={planned.key} planned={planned} answered={answeredTo(planned)} now={now} />
      );
      if (!arranging) return card;
      const together = cards.map(({ key }) => key);
      return (
        <ArrangedCard key={planned.key} planned={planned} together={together}>
          {card}
        </ArrangedCard>
      );
    });
  return (
    <>
      {arranging && <HiddenCards cards={plan.hidden} />}
      <Waiting overview={overview}>
        <FeatureCards at="waiting" />
      </Waiting>
      <Box sx={FIGURES}>
        {show(plan.figures)}
        <FeatureCards at="figures" />
      </Box>
      <Box sx={COLUMNS}>
        <Box sx={CARDS}>
          <FeatureCards at="cards" />
          {show(plan.others)}
        </Box>
        <Box sx={SIDE}>
          <FeatureCards at="side" />
          {resources.length > 0 && <RecentChanges overview={overview} />}
          {resources.length > 0 && <Counts overview={overview} />}
        </Box>
      </Box>
    </>
  );
}

const FIGURES = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(auto-fit, minmax(220px, 1fr))',
  },
  mb: 2,
  '&:empty': { display: 'none' },
};

const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(300px, 1fr)' },
};

/** A single card in the last row has all of it. */
const CARDS = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  '& > :last-child:nth-of-type(odd)': { gridColumn: '1 / -1' },
  '&:empty': { display: 'none' },
};

const SIDE = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' };

function ModelCard({ planned, ...props }: ModelCardProps<Card>) {
  const { card } = planned;
  switch (card.kind) {
    case 'figure':
      return <FigureCard {...props} planned={{ ...planned, card }} />;
    case 'bars':
      return <BarsCard {...props} planned={{ ...planned, card }} />;
    case 'series':
      return <SeriesCard {...props} planned={{ ...planned, card }} />;
    case 'due':
      return <DueCard {...props} planned={{ ...planned, card }} />;
    case 'low':
      return <LowCard {...props} planned={{ ...planned, card }} />;
  }
}

const useFeatureCards = (): readonly FeatureCard[] =>
  useApplication().features.flatMap(({ dashboard = [] }) => dashboard);

/** What features, and the developer, add to a part of the page; its code may be loaded later. */
function FeatureCards({ at }: { at: NonNullable<FeatureCard['place']> }) {
  const cards = useFeatureCards().filter(({ place = 'cards' }) => place === at);
  return cards.map(({ key, Card: Shown }) => (
    <Fragment key={key}>
      <Suspense>
        <Shown />
      </Suspense>
    </Fragment>
  ));
}

/** How many records each model has. */
function Counts({ overview: { resources, totals } }: { overview: Overview }) {
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('dashboard.records')}
      sx={{ p: 2, pb: 1 }}
    >
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate('dashboard.records')}
      </Typography>
      <Box component="ul" sx={COUNTS}>
        {resources.map(({ name, icon: Icon }) => (
          <li key={name}>
            <Box component={Link} to={`/${name}`} sx={COUNT}>
              <Icon aria-hidden sx={{ fontSize: 16 }} />
              <Box component="span" sx={ELLIPSIS}>
                {labels.many(name)}
              </Box>{' '}
              <Box component="span" sx={TOTAL}>
                {totals?.[name] === undefined ? (
                  <Skeleton width={20} />
                ) : (
                  formatNumber(totals[name])
                )}
              </Box>
            </Box>
          </li>
        ))}
      </Box>
    </Paper>
  );
}

const COUNTS = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(128px, 1fr))',
  columnGap: 3,
};

const COUNT = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 32,
  fontSize: '0.8125rem',
  color: 'text.secondary',
};

const TOTAL = {
  ml: 'auto',
  color: 'text.primary',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
};

/** The most recently written records, over all models. */
export function RecentChanges({ overview: { resources, mayRead } }: { overview: Overview }) {
  const translate = useTranslate();
  const dated = toldModels(resources, useParts()).filter(({ name }) => mayRead(name, 'updated_at'));
  const changes = useRecent(dated.map(({ name }) => name)) ?? [];
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('dashboard.recent')}
      sx={{ p: 2, pb: 1 }}
    >
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate('dashboard.recent')}
      </Typography>
      {changes.length === 0 && (
        <Typography sx={{ color: 'text.secondary', pb: 1 }}>
          {translate('dashboard.nothing')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {changes.map((change) => (
          <ChangeLine key={`${change.model}:${change.id}`} change={change} />
        ))}
      </Box>
    </Paper>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const translate = useTranslate();
  const labels = useLabels();
  const { model: name, updated_at: at, count } = change;
  const Icon = useAppResource(name)?.icon;
  const [now] = useState(Date.now);
  const who = useWriter(change);
  const { isNew, filter } = togetherWith(change);
  const page = sessionMayDo('show', name) ? `${recordPath(name, change.id)}/show` : `/${name}`;
  const text = `dashboard.${isNew ? 'created' : 'updated'}`;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.25,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'center',
      }}
    >
      {Icon && <Icon aria-hidden sx={{ fontSize: 18, color: 'text.secondary' }} />}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box
          component={Link}
          to={count === undefined ? page : listOf({ name }, filter)}
          sx={{
            display: 'block',
            color: 'text.primary',
            fontWeight: 500,
            fontSize: '0.8438rem',
            textDecoration: 'none',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          {count === undefined
            ? change._label
            : `${formatNumber(count)} ${labels.manyWithin(name)}`}
        </Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          <time dateTime={at} title={formatDatetime(at)}>
            {translate(who === undefined ? text : `${text}_by`, {
              name: count === undefined ? labels.one(name) : labels.many(name),
              ago: formatAgo(at, now),
              who,
            })}
          </time>
        </Box>
      </Box>
    </Box>
  );
}

/** The name of who has written a record, where the model or a feature records that and the reader may know it. */
function useWriter({ by, model, id, count }: Change): string | undefined {
  const [name] = useRecordNames('user', by === undefined ? NOBODY : [by]);
  const told = useApplication().features.map((one) => one.useWriter?.(model, id));
  const known = count === undefined ? told.find((one) => one !== undefined) : undefined;
  return known ?? (name === `#${by}` ? undefined : name);
}

const NOBODY: readonly RecordId[] = [];
