import { useTranslate } from 'react-admin';
import { useDefinition, type FieldFact, type Row } from '../application';
import { useRecordLabels } from './fields';
import { plainText } from './formats';

export interface DistinguishingTextProps {
  resource: string;
  row: Row;
  /** All records of its label, itself among them. */
  alike: readonly Row[];
}

/** What tells a record apart from others of its label: the first field whose values do, or else its number. */
export function DistinguishingText({ resource, row, alike }: DistinguishingTextProps) {
  const translate = useTranslate();
  const fact = distinguishingField(useDefinition(resource)?.fields ?? [], alike);
  const value = fact && row[fact.source];
  if (value === undefined || value === null) return numberOf(row.id);
  if (fact?.reference !== undefined)
    return <Referred fact={fact} id={value as number} alike={alike} />;
  return plainText(value, fact, translate, resource);
}

export const numberOf = (id: number): string => `#${id}`;

interface ReferredProps {
  fact: FieldFact;
  id: number;
  alike: readonly Row[];
}

/** The label of the record that one of several refers to; those of all are asked for at once. */
function Referred({ fact: { source, reference = '' }, id, alike }: ReferredProps) {
  const ids = alike.flatMap((row) => (typeof row[source] === 'number' ? [row[source]] : []));
  return useRecordLabels(reference, ids).get(id) ?? numberOf(id);
}

/** Neither what has no end nor what says nothing by itself. */
const NOT_DISTINGUISHING: readonly unknown[] = ['text', 'json', 'boolean', 'refs'];
const TIMESTAMPS = ['created_at', 'updated_at'];

/** The field by which such records are told apart: what is unique first, then in the order of the model. */
export function distinguishingField(
  fields: readonly FieldFact[],
  alike: readonly Row[],
): FieldFact | undefined {
  const candidates = fields.filter(
    ({ type, source }) => !NOT_DISTINGUISHING.includes(type) && !TIMESTAMPS.includes(source),
  );
  const inOrder = [
    ...candidates.filter(({ unique }) => unique),
    ...candidates.filter(({ unique }) => !unique),
  ];
  return inOrder.find(({ source }) => {
    const values = new Set(alike.map((row) => row[source] ?? null));
    return values.size === alike.length;
  });
}
