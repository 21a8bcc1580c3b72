import { Box, Paper, Skeleton } from '@mui/material';
import { createContext, useContext, type ReactNode } from 'react';
import {
  RecordContextProvider,
  ResourceContextProvider,
  useFieldValue,
  useResourceContext,
} from 'react-admin';
import { useFieldRule } from '../../api/session';
import { useDefinition, type RecordId } from '../../application';
import { Nothing, RecordLabel, useFetchedRow, type ReferenceValueProps } from '../fields';
import { VISUALLY_HIDDEN } from '../../theme/theme';
import { useLabels } from '../texts';
import { LABELS_BESIDE, LABEL_BESIDE, useFolded } from './show-page';

export interface ReferenceCardProps extends ReferenceValueProps {
  label?: string;
  /** Details of the record that is referred to, and cards of what that one refers to. */
  children?: ReactNode;
}

/** Whether a card stands in another one, as a part of it. */
const InCard = createContext(false);

/** The record that a field refers to, with what is asked of it; absent where the user may not read the field. */
export function ReferenceCard({ source, reference, label, children }: ReferenceCardProps) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const { read } = useFieldRule(source);
  const id = useFieldValue({ source }) as RecordId | null | undefined;
  const keyField = useDefinition(resource)?.fields.find((one) => one.source === source)?.keyField;
  const isPart = useContext(InCard);
  const name = label ?? labels.field(resource, source);
  if (!read) return null;
  const record =
    id === null || id === undefined ? (
      <Nothing />
    ) : (
      <ReferredRecord resource={reference} id={id} keyField={keyField}>
        {children}
      </ReferredRecord>
    );
  if (isPart)
    return (
      <div>
        <dt>{name}</dt>
        <dd className="part">{record}</dd>
      </div>
    );
  if (id === null || id === undefined)
    return (
      <Box sx={NO_CARD}>
        {name} {record}
      </Box>
    );
  return (
    <Paper variant="outlined" component="section" aria-label={name} sx={CARD}>
      <div className="name">{name}</div>
      <InCard value={true}>{record}</InCard>
    </Paper>
  );
}

interface ReferredRecordProps {
  resource: string;
  id: RecordId;
  keyField: string | undefined;
  children: ReactNode;
}

function ReferredRecord({ resource, id, keyField, children }: ReferredRecordProps) {
  const { row, isLoading } = useFetchedRow({ resource, id, ...(keyField && { keyField }) });
  if (isLoading) return <Skeleton width="60%" />;
  return (
    <>
      <div className="label">
        <RecordLabel resource={resource} id={id} keyField={keyField} row={row} />
      </div>
      {row && (
        <ResourceContextProvider value={resource}>
          <RecordContextProvider value={row}>
            <CardFacts>{children}</CardFacts>
          </RecordContextProvider>
        </ResourceContextProvider>
      )}
    </>
  );
}

/** What is known of the record; of what is not, a card says nothing. */
function CardFacts({ children }: { children: ReactNode }) {
  const { shown } = useFolded(children);
  return shown.length > 0 && <dl>{shown}</dl>;
}

/** What a record does not refer to takes a line, below the cards. */
const NO_CARD = { order: 1, px: 2, fontSize: '0.8125rem', color: 'text.secondary' };

const CARD = {
  px: 2,
  py: 1.5,
  minWidth: 0,
  fontSize: '0.875rem',
  overflowWrap: 'anywhere',
  '& .name': { fontSize: '0.75rem', color: 'text.secondary', mb: 0.25 },
  '& .label': { fontWeight: 550 },
  '& dl': { ...LABELS_BESIDE, m: 0, mt: 0.75, rowGap: 0.5 },
  '& dl > div': LABEL_BESIDE,
  '& dt': { fontSize: '0.75rem', color: 'text.secondary' },
  '& dd': { m: 0, fontSize: '0.8125rem' },
  // What stands below the name of the record within says itself what it is.
  '& .part dt': VISUALLY_HIDDEN,
  '& .part dl': { mt: 0.25 },
  '& .part dl > div': { display: 'block' },
};
