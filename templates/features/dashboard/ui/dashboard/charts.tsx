import { Box, MenuItem, Paper, TextField, Typography, useTheme } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { inkOf, toneOf } from '../theme/tone';
import { formatList, formatNumber, withinSentence } from '../components/formats';
import { inLanguage } from '../i18n/language';
import { useLabels } from '../components/texts';
import { barsOf, spreadsOf, type Spread } from './models';
import { useGroups, type Group, type Overview } from './use-overview';
import { useState, type ReactNode } from 'react';

const CHARTS_SHOWN = 6;

/** New records over time, and their distribution over the values of fields. */
export function Charts({ overview }: { overview: Overview }) {
  const spreads = spreadsOf(overview.resources, overview.mayRead).slice(0, CHARTS_SHOWN);
  const groups = useGroups(spreads.map(keyOf));
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}
    >
      {overview.created.length > 0 && <GrowthChart overview={overview} />}
      {spreads.map((spread) => (
        <ChoiceChart
          key={keyOf(spread)}
          {...spread}
          groups={groups?.[keyOf(spread)] ?? []}
          total={overview.totals?.[spread.resource.name] ?? 0}
        />
      ))}
    </Box>
  );
}

const keyOf = ({ resource, fact }: Spread): string => `${resource.name}.${fact.source}`;

export interface ChoiceChartProps extends Spread {
  groups: readonly Group[];
  /** The total number of records. */
  total: number;
}

const BAR_SPACE = 34;

/** How many records have each value of a field. */
function ChoiceChart({ resource, fact, groups, total }: ChoiceChartProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const theme = useTheme();
  const bars = barsOf(fact, groups, total, {
    value: (value) => labels.value(resource.name, fact.source, value),
    other: translate('dashboard.other'),
    unset: translate('dashboard.unset'),
  });
  const field = withinSentence(labels.field(resource.name, fact.source));
  const title = translate('dashboard.by', { name: labels.many(resource.name), field });
  const text = { fill: theme.palette.text.secondary, fontSize: 12 };
  return (
    <ChartCard title={title}>
      <Box role="img" aria-label={spoken(bars)}>
        <ResponsiveContainer width="100%" height={bars.length * BAR_SPACE + 8}>
          <BarChart data={bars} layout="vertical" margin={{ right: 36 }} accessibilityLayer={false}>
            <XAxis type="number" hide domain={[0, 'dataMax']} />
            <YAxis
              type="category"
              dataKey="label"
              width={96}
              axisLine={false}
              tickLine={false}
              tick={text}
            />
            <Bar dataKey="count" radius={[0, 4, 4, 0]} barSize={16} isAnimationActive={false}>
              {bars.map(({ value, label }) => (
                <Cell
                  key={`${value} ${label}`}
                  fill={inkOf(theme, toneOf(value, resource.tones, fact.source))}
                  fillOpacity={0.85}
                />
              ))}
              <LabelList
                dataKey="count"
                position="right"
                style={{ ...text, fill: theme.palette.text.primary }}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </Box>
    </ChartCard>
  );
}

/** A chart as text for screen readers. */
const spoken = (points: readonly { label: string; count: number }[]): string =>
  formatList(points.map(({ label, count }) => `${label}: ${formatNumber(count)}`));

const DAY_AND_MONTH = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
);

/** How many records of a model were created in each of the last weeks. */
export function GrowthChart({ overview }: { overview: Overview }) {
  const translate = useTranslate();
  const labels = useLabels();
  const { created, starts, weeks } = overview;
  const [chosen, setName] = useState<string | null>(null);
  const name = chosen ?? largestOf(overview);
  const choose = (
    <TextField
      select
      value={name}
      onChange={(event) => setName(event.target.value)}
      slotProps={{ select: { inputProps: { 'aria-label': translate('dashboard.model') } } }}
    >
      {created.map((resource) => (
        <MenuItem key={resource.name} value={resource.name}>
          {labels.many(resource.name)}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <ChartCard title={translate('dashboard.over_time')} wide aside={choose}>
      <Weeks starts={starts} counts={weeks?.[name] ?? []} />
    </ChartCard>
  );
}

/** Among the models that come first, the one with the most records, which is of most interest. */
function largestOf({ created, totals = {} }: Overview): string {
  const [largest] = created
    .filter(({ dashboard }) => dashboard === created[0]?.dashboard)
    .toSorted((one, other) => (totals[other.name] ?? 0) - (totals[one.name] ?? 0));
  return largest?.name ?? '';
}

interface WeeksProps {
  starts: readonly string[];
  counts: readonly number[];
}

function Weeks({ starts, counts }: WeeksProps) {
  const { palette } = useTheme();
  const weeks = starts.map((start, index) => ({
    label: DAY_AND_MONTH().format(new Date(start)),
    count: counts[index] ?? 0,
  }));
  const text = { fill: palette.text.secondary, fontSize: 12 };
  return (
    <Box role="img" aria-label={spoken(weeks)}>
      <ResponsiveContainer width="100%" height={200}>
        <AreaChart data={weeks} margin={{ left: -24, right: 8, top: 8 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="label" tick={text} axisLine={false} tickLine={false} minTickGap={24} />
          <YAxis allowDecimals={false} tick={text} axisLine={false} tickLine={false} />
          <Tooltip
            isAnimationActive={false}
            formatter={(value) => [String(value), '']}
            separator=""
            contentStyle={{
              backgroundColor: palette.background.paper,
              borderColor: palette.divider,
              borderRadius: 8,
              fontSize: 12,
            }}
          />
          <Area
            type="monotone"
            dataKey="count"
            stroke={palette.primary.main}
            strokeWidth={2}
            fill={palette.primary.main}
            fillOpacity={0.12}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </Box>
  );
}

export interface ChartCardProps {
  title: string;
  wide?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}

/** A chart with its title. */
export function ChartCard({ title, wide, aside, children }: ChartCardProps) {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={title}
      sx={{ p: 2, minWidth: 0, ...(wide && { gridColumn: '1 / -1' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5, minHeight: 28 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {children}
    </Paper>
  );
}
