import Box from '@mui/material/Box';
import { useFieldRules } from '../api/session';
import type { FieldFact } from '../application/field-fact';
import { ChoiceChart } from './choice-chart';
import type { OpenedResource } from './opened-resource';
import { GrowthChart } from './growth-chart';

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
