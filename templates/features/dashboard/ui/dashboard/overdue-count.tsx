import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { listQuery, OUTDATED_BY_WRITES } from '../api/http';
import { inPeriod, WITHIN } from '../api/relative';
import { sessionMayDo, useFieldRules } from '../api/session';
import { ofTenant, useTenants } from '../api/tenants';
import { useApplication, type AppResource } from '../application';
import type { Overdue } from '../cards';
import { formatNumber } from '../components/formats';
import { useLabels } from '../components/texts';
import { listOf, withoutOperator, type Group } from './cards';
import { askAll } from './use-overview';

/** How many records of a model are overdue, at its entry in the menu, as a link to them; nothing where none is. */
export function OverdueCount({ resource }: { resource: AppResource }) {
  const translate = useTranslate();
  const labels = useLabels();
  const count = useCounts().get(resource.name) ?? 0;
  const { name, overdue } = resource;
  if (count === 0 || overdue === undefined) return null;
  const label = translate('dashboard.late_of', { name: labels.many(name), smart_count: count });
  const filter = { [`${overdue.on}${WITHIN}`]: 'overdue', ...overdue.open };
  return (
    <Box component={Link} to={listOf(resource, filter)} aria-label={label} title={label} sx={COUNT}>
      {count > MOST ? `${formatNumber(MOST)}+` : formatNumber(count)}
    </Box>
  );
}

/** Larger numbers say no more, and have no room in the menu. */
const MOST = 999;

const COUNT = {
  position: 'absolute',
  insetInlineEnd: 4,
  top: 4,
  minWidth: 24,
  height: 24,
  px: 0.75,
  borderRadius: 1,
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: '24px',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  color: 'error.main',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
  // The menu of icons.
  '@media (min-width: 900px) and (max-width: 1199.95px)': {
    top: -4,
    insetInlineEnd: -10,
    fontSize: '0.6875rem',
  },
} as const;

/** The service answers that many questions in one request. */
const MOST_ASKED = 24;
/** Milliseconds: what others do shows after that; what the user does shows at once. */
const FRESH_FOR = 60_000;

/** The numbers of overdue records by resource, of all models in one request, under the rules of each list. */
function useCounts(): ReadonlyMap<string, number> {
  const { resources } = useApplication();
  const rules = useFieldRules();
  // The questions have the filter of the tenant that the user works in.
  useTenants();
  const mayRead = (resource: string, field: string) =>
    rules !== null && rules[resource]?.[field]?.read !== false;
  const counted = resources
    .filter(isCounted)
    .filter(({ name }) => sessionMayDo('list', name))
    .filter(({ name, overdue }) => fieldsOf(overdue).every((field) => mayRead(name, field)))
    .slice(0, MOST_ASKED);
  const asks = counted.map(askOf);
  const { data = [] } = useQuery({
    queryKey: ['overdue', ...asks],
    queryFn: ({ signal }) => askAll<Group[]>('aggregates', asks, signal),
    enabled: asks.length > 0,
    staleTime: FRESH_FOR,
    meta: OUTDATED_BY_WRITES,
  });
  return new Map(
    counted.flatMap(({ name }, at) => {
      const groups = data[at];
      return groups === undefined || groups instanceof Error ? [] : [[name, countOf(groups)]];
    }),
  );
}

const countOf = ([group]: readonly Group[]): number => group?.count ?? 0;

interface CountedResource extends AppResource {
  overdue: Overdue;
}

const isCounted = (resource: AppResource): resource is CountedResource =>
  resource.overdue !== undefined;

const fieldsOf = ({ on, open }: Overdue): readonly string[] => [
  on,
  ...Object.keys(open).map(withoutOperator),
];

function askOf({ name, overdue: { on, isMoment = false, open } }: CountedResource): string {
  const late = inPeriod({ source: on, type: isMoment ? 'datetime' : 'date' }, 'overdue');
  return `${name}?${listQuery({ resource: name, filter: { ...ofTenant(name), ...open, ...late } })}`;
}
