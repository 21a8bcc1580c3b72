import TrendingDownIcon from '@mui/icons-material/TrendingDown';
import TrendingFlatIcon from '@mui/icons-material/TrendingFlat';
import TrendingUpIcon from '@mui/icons-material/TrendingUp';
import { Box, Paper, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Figure } from '../cards';
import { inLanguage } from '../i18n/language';
import { CardContent, formatAmount, useCardTitle, type ModelCardProps } from './card-frame';
import { figureFilters, listOf, trendOf, valueOf } from './cards';
import { dayIn } from './periods';
import { changeText, isNothing } from './shares';

/** The number of this month, or of another range, and how it compares with the one before; it leads to the list of what it counts. */
export function FigureCard({ planned, answered, now }: ModelCardProps<Figure>) {
  const { resource, card, missing } = planned;
  const title = useCardTitle()(planned);
  const Icon = resource.icon;
  const target = missing === undefined ? figureFilters(planned, now).now : {};
  return (
    <Paper variant="outlined" component={Link} to={listOf(resource, target)} sx={CARD}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Box aria-hidden sx={MARK}>
          <Icon sx={{ fontSize: 16 }} />
        </Box>
        <Box component="span" sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
          {title}
        </Box>
      </Box>
      <CardContent
        planned={planned}
        answered={answered}
        waiting={<Skeleton width={96} height={42} />}
      >
        {({ groups }) => {
          const [current, before] = groups.map(([group]) => valueOf(card, group));
          return <Amounts planned={planned} current={current!} before={before!} now={now} />;
        }}
      </CardContent>
    </Paper>
  );
}

const CARD = {
  p: 2,
  minWidth: 0,
  color: 'text.primary',
  textDecoration: 'none',
  transition: 'border-color 120ms',
  '&:hover': { borderColor: 'primary.main', textDecoration: 'none' },
};

/** The icon of the model, in the colour of the project. */
const MARK = {
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  borderRadius: 1,
  color: 'primary.main',
  bgcolor: 'action.selected',
};

interface AmountsProps {
  planned: ModelCardProps<Figure>['planned'];
  current: number;
  before: number;
  now: Date;
}

function Amounts({ planned, current, before, now }: AmountsProps) {
  const translate = useTranslate();
  const { range } = planned;
  const [month, last] = [0, -1].map((at) => MONTH().format(new Date(`${dayIn(now, at, 1)}T00:00`)));
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
        <Box component="span" sx={VALUE}>
          {formatAmount(planned, current)}
        </Box>
        <Trend share={current === 0 ? null : trendOf(current, before)} />
      </Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {translate(range === 'month' ? 'dashboard.so_far' : `dashboard.in_${range}`, {
          month,
          last,
          before: formatAmount(planned, before),
        })}
      </Box>
    </>
  );
}

const VALUE = {
  fontSize: { xs: '1.375rem', sm: '1.75rem' },
  fontWeight: 650,
  letterSpacing: '-0.02em',
  lineHeight: 1.35,
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
};

const MONTH = inLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'long' }));

/** More, less or the same: what of it is good, only people know. */
function Trend({ share }: { share: number | null }) {
  if (share === null) return null;
  const Icon = isNothing(share) ? TrendingFlatIcon : share > 0 ? TrendingUpIcon : TrendingDownIcon;
  return (
    <Box component="span" sx={TREND}>
      <Icon aria-hidden sx={{ fontSize: 16 }} />
      {changeText(share)}
    </Box>
  );
}

const TREND = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  fontSize: '0.8125rem',
  fontWeight: 550,
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
};
