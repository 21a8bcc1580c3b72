import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import { useTheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { OpenedResource } from '../application/app-resource';
import { useLabels } from '../components/use-labels';
import { useCounts, useTotals, weekLater, weekStarts } from './use-count';

const WEEKS = 12;
const DAY_AND_MONTH = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** How many records of a model were created in each of the last weeks. */
export function GrowthChart({ resources }: { resources: readonly OpenedResource[] }) {
  const translate = useTranslate();
  const labels = useLabels();
  const largest = useLargest(resources);
  const [chosen, setName] = useState<string | null>(null);
  const name = chosen ?? largest;
  const choose = (
    <TextField
      select
      value={name}
      onChange={(event) => setName(event.target.value)}
      slotProps={{ select: { inputProps: { 'aria-label': translate('dashboard.model') } } }}
    >
      {resources.map((resource) => (
        <MenuItem key={resource.name} value={resource.name}>
          {labels.many(resource.name)}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <ChartCard title={translate('dashboard.over_time')} wide aside={choose}>
      <Weeks resource={name} />
    </ChartCard>
  );
}

/** The model with the most records, which is what people look at first. */
function useLargest(resources: readonly OpenedResource[]): string {
  const counts = useTotals(resources.map(({ name }) => name));
  const largest = counts.indexOf(Math.max(...counts));
  return (resources[largest] ?? resources[0])?.name ?? '';
}

function Weeks({ resource }: { resource: string }) {
  const { palette } = useTheme();
  const weeks = useWeeks(resource);
  const text = { fill: palette.text.secondary, fontSize: 12 };
  return (
    <Box role="img" aria-label={weeks.map(({ label, count }) => `${label}: ${count}`).join(', ')}>
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

function useWeeks(resource: string) {
  const starts = weekStarts(new Date(), WEEKS);
  const counts = useCounts(
    resource,
    starts.map((start) => ({ created_at__gte: start, created_at__lt: weekLater(start) })),
  );
  return starts.map((start, index) => ({
    label: DAY_AND_MONTH.format(new Date(start)),
    count: counts[index] ?? 0,
  }));
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
