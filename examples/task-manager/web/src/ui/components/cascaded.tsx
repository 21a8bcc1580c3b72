import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate, type Identifier } from 'react-admin';
import { findCascades, type Cascade } from '../api/cascades';
import { allResources, useApplication } from '../application';
import { CountedLink } from './counted-link';
import { useLabels } from './texts';

/** With many ids the address of a list would be too long. */
const MAX_LINKED = 100;

interface CascadedProps {
  resource: string;
  /** The records that are to be deleted; null for all that match a filter. */
  ids: readonly Identifier[] | null;
}

/** What is deleted with some records, as far as the user may know: how many of which model, with links to them. */
export function Cascaded({ resource, ids }: CascadedProps) {
  const translate = useTranslate();
  const resources = allResources(useApplication());
  const { data, isPending, isError } = useQuery({
    queryKey: ['cascades', resource, ids],
    queryFn: ({ signal }) => findCascades(resources, resource, ids, signal),
    gcTime: 0,
    retry: false,
  });
  if (isPending) return <Box role="status">{translate('cascade.looking')}</Box>;
  if (isError) return <Box role="status">{translate('cascade.unknown')}</Box>;
  const { known, hidden } = data;
  if (known.length === 0 && !hidden) return null;
  const onlyHidden = known.length === 0;
  return (
    <Box role="status">
      {translate(onlyHidden ? 'cascade.hidden_only' : 'cascade.title')}
      {!onlyHidden && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, lineHeight: 1.8 }}>
          {known.map((one) => (
            <li key={`${one.resource} ${one.source}`}>
              <Line cascade={one} ids={ids} />
            </li>
          ))}
          {hidden && <li>{translate('cascade.hidden')}</li>}
        </Box>
      )}
    </Box>
  );
}

function Line({ cascade, ids }: { cascade: Cascade } & Pick<CascadedProps, 'ids'>): ReactNode {
  const translate = useTranslate();
  const labels = useLabels();
  const { resource, source, count, goesOn } = cascade;
  const linked = ids !== null && ids.length <= MAX_LINKED ? ids : null;
  return (
    <>
      {count === null ? (
        labels.many(resource)
      ) : (
        <CountedLink {...{ resource, count }} filter={linked && { [source]: linked }} />
      )}
      {goesOn && translate('cascade.goes_on')}
    </>
  );
}
