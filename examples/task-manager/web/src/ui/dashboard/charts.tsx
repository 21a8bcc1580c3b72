import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { useFieldRules } from '../api/session';
import type { FieldFact, OpenedResource } from '../application/app-resource';
import { inkOf } from '../components/fields/tone-chip';
import { humanize } from '../components/formats';
import { useLabels } from '../components/use-labels';
import { toneOf } from '../theme/tone';
import { ChartCard, GrowthChart } from './growth-chart';
import { useCount, useCounts } from './use-count';

const CHARTS_SHOWN = 6;

/** New records over time, and how the records spread over the values of their fields. */
export function Charts({ resources }: { resources: readonly OpenedResource[] }) {
  const spreads = useSpreads(resources).slice(0, CHARTS_SHOWN);
  const dated = resources.filter(({ timestamps }) => timestamps);
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}
    >
      {dated.length > 0 && <GrowthChart resources={dated} />}
      {spreads.map(({ resource, fact }) => (
        <ChoiceChart key={`${resource.name}.${fact.source}`} resource={resource} fact={fact} />
      ))}
    </Box>
  );
}

interface Spread {
  resource: OpenedResource;
  fact: FieldFact;
}

/** The readable fields whose values are listed. */
function useSpreads(resources: readonly OpenedResource[]): Spread[] {
  const rules = useFieldRules();
  return resources.flatMap((resource) =>
    resource.fields
      .filter(({ values, source }) => values && rules?.[resource.name]?.[source]?.read !== false)
      .map((fact) => ({ resource, fact })),
  );
}

export interface ChoiceChartProps {
  resource: OpenedResource;
  fact: FieldFact;
}

const BAR_SPACE = 34;

/** How many records have each value of a field. */
function ChoiceChart({ resource, fact }: ChoiceChartProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const theme = useTheme();
  const bars = useBars(resource.name, fact);
  const field = labels.field(resource.name, fact.source).toLowerCase();
  const title = translate('dashboard.by', { name: labels.many(resource.name), field });
  const text = { fill: theme.palette.text.secondary, fontSize: 12 };
  return (
    <ChartCard title={title}>
      <Box role="img" aria-label={bars.map(({ label, count }) => `${label}: ${count}`).join(', ')}>
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
              {bars.map(({ value }) => (
                <Cell key={value} fill={inkOf(theme, toneOf(value))} fillOpacity={0.85} />
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

/** A bar a value, and one for the values that nobody documented. */
function useBars(resource: string, { source, values = [] }: FieldFact) {
  const translate = useTranslate();
  const counts = useCounts(
    resource,
    values.map((value) => ({ [source]: value })),
  );
  const { data: total } = useCount(resource, {});
  const bars = values.map((value, index) => ({
    value,
    label: humanize(value),
    count: counts[index] ?? 0,
  }));
  const known = bars.reduce((sum, { count }) => sum + count, 0);
  const other = counts.includes(null) || total === undefined ? 0 : total - known;
  if (other <= 0) return bars;
  return [...bars, { value: '', label: translate('dashboard.other'), count: other }];
}
