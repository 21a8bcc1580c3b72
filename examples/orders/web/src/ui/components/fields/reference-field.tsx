import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { MouseEvent } from 'react';
import { useCanAccess, useFieldValue, useGetMany, useGetManyAggregate } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../../api/data-provider';
import type { FieldProps } from './fields';
import { Nothing } from './fields';

export interface ReferenceFieldProps extends FieldProps {
  /** The resource that the id belongs to. */
  reference: string;
}

/** The record that a field refers to, as a link where the reader may open it. */
export function ReferenceField({ source, reference }: ReferenceFieldProps) {
  const id = useFieldValue({ source }) as number | null | undefined;
  if (id === null || id === undefined) return <Nothing />;
  return <RecordLabel resource={reference} id={id} />;
}

/** The records that a field lists. */
export function ReferencesField({ source, reference }: ReferenceFieldProps) {
  const ids = useFieldValue({ source }) as number[] | null | undefined;
  if (!ids?.length) return <Nothing />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {ids.map((id) => (
        <RecordChip key={id} resource={reference} id={id} />
      ))}
    </Box>
  );
}

interface RecordProps {
  resource: string;
  id: number;
}

/** A record's label that links to it; its bare number where the reader may not see it, or it is gone. */
export function RecordLabel(props: RecordProps) {
  const { label, to } = useRecordTarget(props);
  if (to === null) return <Box component="span">{label}</Box>;
  return (
    <Box component={Link} to={to} onClick={stayOnPage} sx={LINK}>
      {label}
    </Box>
  );
}

/** One record of several, apart from the others. */
function RecordChip(props: RecordProps) {
  const { label, to } = useRecordTarget(props);
  if (to === null) return <Chip label={label} />;
  return <Chip component={Link} to={to} label={label} clickable onClick={stayOnPage} />;
}

function useRecordTarget({ resource, id }: RecordProps) {
  const { canAccess = false } = useCanAccess({ resource, action: 'list' });
  const { canAccess: canShow = false } = useCanAccess({ resource, action: 'show' });
  const { data, error } = useGetManyAggregate<Row>(resource, { ids: [id] }, { enabled: canAccess });
  const row = data?.[0];
  // Who cannot list the records cannot tell either; nor can who could not ask.
  const isThere = row !== undefined || !canAccess || error !== null;
  return {
    label: row?._label ?? `#${id}`,
    to: canShow && isThere ? `/${resource}/${id}/show` : null,
  };
}

const LINK = {
  color: 'primary.main',
  textDecoration: 'none',
  fontWeight: 500,
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
};

/** The row around a link is a target of its own. */
function stayOnPage(event: MouseEvent): void {
  event.stopPropagation();
}

/** The labels of some records by their ids; empty until they are read. */
export function useRecordLabels(resource: string, ids: readonly number[]): Map<number, string> {
  const { canAccess = false } = useCanAccess({ resource, action: 'list' });
  const { data = [] } = useGetMany<Row>(
    resource,
    { ids: [...ids] },
    { enabled: canAccess && ids.length > 0 },
  );
  return new Map(data.filter(Boolean).map((row) => [row.id, row._label]));
}
