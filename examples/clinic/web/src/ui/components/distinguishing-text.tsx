import { useTranslate } from 'react-admin';
import { useDefinition, type FieldFact, type Row } from '../application';
import { useRecordLabels } from './fields';
import { plainText } from './formats';

export interface DistinguishingTextProps {
  resource: string;
  row: Row;
  /** All records with the same label, including this one. */
  alike: readonly Row[];
}

/** What distinguishes a record from others with the same label: the first field whose values differ, or else its number. */
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

/** The label of the record that this one refers to; the labels for all are loaded at once. */
function Referred({ fact: { source, reference = '' }, id, alike }: ReferredProps) {
  const ids = alike.flatMap((row) => (typeof row[source] === 'number' ? [row[source]] : []));
  return useRecordLabels(reference, ids).get(id) ?? numberOf(id);
}

/** Neither fields that may be long nor fields that are meaningless by themselves. */
const NOT_DISTINGUISHING: readonly unknown[] = ['text', 'json', 'boolean', 'refs'];
const TIMESTAMPS = ['created_at', 'updated_at'];

/** The field that distinguishes these records: unique ones first, then in model order. */
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
