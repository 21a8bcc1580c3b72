import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate, type Identifier } from 'react-admin';
import { findCascades, type Cascade, type Referring } from '../api/cascades';
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

/** What the deletion of some records does to others, and what prevents it, as far as the user may know. */
export function useCascades({ resource, ids }: CascadedProps) {
  const resources = allResources(useApplication());
  return useQuery({
    queryKey: ['cascades', resource, ids],
    queryFn: ({ signal }) => findCascades(resources, resource, ids, signal),
    gcTime: 0,
    retry: false,
  });
}

/** What is deleted or loses its reference with some records, and what prevents it: how many of which model. */
export function Cascaded(props: CascadedProps) {
  const { ids } = props;
  const translate = useTranslate();
  const { data, isPending, isError } = useCascades(props);
  if (isPending) return <Box role="status">{translate('cascade.looking')}</Box>;
  if (isError) return <Box role="status">{translate('cascade.unknown')}</Box>;
  const { known, hidden, preventing, cleared } = data;
  if (known.length + preventing.length + cleared.length === 0 && !hidden) return null;
  const onlyHidden = known.length === 0;
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1.5 }}>
      <Part title={translate('cascade.prevented')} of={preventing} ids={ids} />
      {onlyHidden && hidden && <Box>{translate('cascade.hidden_only')}</Box>}
      <Part title={translate('cascade.title')} of={known} ids={ids}>
        {hidden && <li>{translate('cascade.hidden')}</li>}
      </Part>
      <Part title={translate('cascade.cleared')} of={cleared} ids={ids} />
    </Box>
  );
}

interface PartProps extends Pick<CascadedProps, 'ids'> {
  title: string;
  of: readonly (Cascade | Referring)[];
  /** Further lines. */
  children?: ReactNode;
}

/** Records that something happens to, by model; absent without any. */
function Part({ title, of, ids, children }: PartProps) {
  if (of.length === 0) return null;
  return (
    <Box>
      {title}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, lineHeight: 1.8 }}>
        {of.map((one, at) => (
          <li key={`${one.resource} ${one.source} ${at}`}>
            <Line {...{ one, ids }} />
          </li>
        ))}
        {children}
      </Box>
    </Box>
  );
}

interface LineProps extends Pick<CascadedProps, 'ids'> {
  one: Cascade | Referring;
}

function Line({ one, ids }: LineProps): ReactNode {
  const translate = useTranslate();
  const labels = useLabels();
  const { resource, source, count } = one;
  const isLinked = source !== null && ids !== null && ids.length <= MAX_LINKED;
  return (
    <>
      {count === null ? (
        labels.many(resource)
      ) : (
        <CountedLink {...{ resource, count }} filter={isLinked ? { [source]: ids } : null} />
      )}
      {'goesOn' in one && one.goesOn && translate('cascade.goes_on')}
    </>
  );
}
