import { Box } from '@mui/material';
import { RecordContextProvider, useResourceContext } from 'react-admin';
import { useDefinition, type FieldFact, type RecordId, type Row } from '../application';
import { useFieldRuleOf } from '../api/session';
import { FaceOf } from '../components/avatar';
import {
  BooleanValue,
  ChoiceValue,
  DateValue,
  DatetimeValue,
  NumberValue,
  RecordText,
  TextValue,
  useFetchedRow,
  type RecordPlace,
} from '../components/fields';
import { useLabels } from '../components/texts';
import { VISUALLY_HIDDEN } from '../theme/theme';

/** The facts about fields that the signed-in user may read. */
export function useReadable(sources: readonly string[]): readonly FieldFact[] {
  const resource = useResourceContext() ?? '';
  const fields = useDefinition(resource)?.fields ?? [];
  const ruleOf = useFieldRuleOf(resource);
  return sources.flatMap((source) => {
    const fact = fields.find((one) => one.source === source);
    return fact !== undefined && ruleOf(source).read ? [fact] : [];
  });
}

/** The facts about fields in which a record has a value. */
export const filledIn = (row: Row, facts: readonly FieldFact[]): readonly FieldFact[] =>
  facts.filter(({ source }) => (row[source] ?? '') !== '');

/** The values of a record that say most of it, side by side; those that it has. */
export function RecordFacts({ row, facts }: { row: Row; facts: readonly FieldFact[] }) {
  const resource = useResourceContext() ?? '';
  const labels = useLabels();
  const filled = filledIn(row, facts);
  if (filled.length === 0) return null;
  return (
    <RecordContextProvider value={row}>
      <Box component="dl" sx={FACTS}>
        {filled.map((fact) => (
          <div key={fact.source} title={labels.field(resource, fact.source)}>
            <dt>{labels.field(resource, fact.source)}</dt>
            <dd>
              <FactValue row={row} fact={fact} />
            </dd>
          </div>
        ))}
      </Box>
    </RecordContextProvider>
  );
}

/** A value of the record around it, as plain text. */
export function FactValue({ row, fact }: { row: Row; fact: FieldFact }) {
  const { source, type, reference, keyField } = fact;
  if (type === 'ref' && reference !== undefined)
    return <RecordName resource={reference} id={row[source] as RecordId} keyField={keyField} />;
  if (type === 'date') return <DateValue source={source} />;
  if (type === 'datetime') return <DatetimeValue source={source} />;
  if (type === 'boolean') return <BooleanValue source={source} />;
  if (isNumber(fact)) return <NumberValue source={source} />;
  return fact.values === undefined ? (
    <TextValue source={source} />
  ) : (
    <ChoiceValue source={source} />
  );
}

/** The label of a record, after the face of a person. */
function RecordName(place: RecordPlace) {
  const { row } = useFetchedRow(place);
  return (
    <>
      <FaceOf resource={place.resource} row={row} />
      <RecordText {...place} />
    </>
  );
}

const NUMBERS: readonly FieldFact['type'][] = ['integer', 'bigint', 'float', 'decimal', 'exact'];

export const isNumber = ({ type }: FieldFact): boolean => NUMBERS.includes(type);

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 12px',
  m: 0,
  fontSize: '0.8125rem',
  color: 'text.secondary',
  '& > div': { minWidth: 0 },
  '& dt': VISUALLY_HIDDEN,
  '& dd': { m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
};
