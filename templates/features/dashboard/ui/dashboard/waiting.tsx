import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useLabels } from '../components/texts';
import { WaitingLink } from '../components/waiting-link';
import { listOf, overdueFilter, type ListFilter, type Planned } from './cards';
import type { Overview } from './use-overview';

interface WaitingProps {
  overview: Overview;
  /** What features add. */
  children: ReactNode;
}

/** What is late, and what there is too little of: what somebody has to do first, as links to the records. */
export function Waiting({ overview: { plan, countIn }, children }: WaitingProps) {
  const translate = useTranslate();
  const labels = useLabels();
  return (
    <Box component="ul" aria-label={translate('dashboard.waiting')} sx={LINE}>
      {plan.others.map((planned) => {
        const late = lateIn(planned);
        const count = late && (countIn(planned) ?? 0);
        if (!late || !count) return null;
        const { key, resource } = planned;
        return (
          <WaitingLink
            key={key}
            isLate
            to={listOf(resource, late.filter)}
            icon={resource.icon}
            name={labels.many(resource.name)}
            count={translate(late.text, { smart_count: count })}
          />
        );
      })}
      {children}
    </Box>
  );
}

/** How what waits is told, and found; null for a card of which nothing can be late or low. */
function lateIn({ card, missing }: Planned): { text: string; filter: ListFilter } | null {
  if (missing !== undefined) return null;
  if (card.kind === 'low') return { text: 'dashboard.low', filter: card.filter ?? {} };
  if (card.kind !== 'due' || card.done === undefined) return null;
  return { text: 'dashboard.late', filter: overdueFilter(card) };
}

/** On a phone it is one line, which scrolls. */
const LINE = {
  listStyle: 'none',
  m: 0,
  mb: 2,
  p: 0,
  display: 'flex',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  '& > li': { flexShrink: 0 },
  gap: 1,
  '&:empty': { display: 'none' },
};
