import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { OpenedResource } from './opened-resource';
import { formatNumber } from '../components/formats';
import { useLabels } from '../components/use-labels';
import { useCount } from './use-count';
import { weekStarts } from './weeks';

/** How many records a model has, and how many are new. */
export function CountCard({ resource }: { resource: OpenedResource }) {
  const { name, icon: Icon } = resource;
  const translate = useTranslate();
  const labels = useLabels();
  const [since = ''] = weekStarts(new Date(), 1);
  const { data: total } = useCount(name, {});
  const { data: fresh } = useCount(name, { created_at__gte: since }, resource.timestamps);
  return (
    <Paper variant="outlined" component={Link} to={`/${name}`} sx={CARD}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Icon aria-hidden sx={{ fontSize: 18 }} />
        <Box component="span" sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
          {labels.many(name)}
        </Box>
      </Box>
      <Box
        sx={{ fontSize: '1.75rem', fontWeight: 650, letterSpacing: '-0.02em', lineHeight: 1.35 }}
      >
        {total === undefined ? <Skeleton width={48} /> : formatNumber(total)}
      </Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', minHeight: '1.5em' }}>
        {fresh !== undefined &&
          translate(fresh > 0 ? 'dashboard.new_week' : 'dashboard.none_week', {
            smart_count: fresh,
          })}
      </Box>
    </Paper>
  );
}

const CARD = {
  p: 2,
  color: 'text.primary',
  textDecoration: 'none',
  transition: 'border-color 120ms',
  '&:hover': { borderColor: 'primary.main' },
};
