import { useTranslate } from 'react-admin';
import { useOwnText, type FieldFact, type RecordId } from '../application';
import { Nothing, RecordText } from '../components/fields';
import { jsonText, plainText } from '../components/formats';

export interface ChangedValueProps {
  value: unknown;
  /** What is known of its field. */
  fact: FieldFact | undefined;
  resource: string;
}

/** A value of a field as it was, in the format of the field. */
export function ChangedValue({ value, fact, resource }: ChangedValueProps) {
  const translate = useTranslate();
  const ownText = useOwnText()(value);
  if (value === null || value === undefined || value === '') return <Nothing />;
  if (fact?.type === 'ref' && fact.reference !== undefined)
    return <RecordText resource={fact.reference} keyField={fact.keyField} id={value as RecordId} />;
  if (fact?.type === 'refs' && fact.reference !== undefined)
    return <Records ids={value as RecordId[]} fact={fact} />;
  if (ownText !== null) return <span>{ownText}</span>;
  if (typeof value === 'object') return <code>{jsonText(value)}</code>;
  return <span>{plainText(value, fact, translate, resource)}</span>;
}

function Records({ ids, fact }: { ids: readonly RecordId[]; fact: FieldFact }) {
  if (ids.length === 0) return <Nothing />;
  const { reference = '', keyField } = fact;
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      {keyField === undefined ? <RecordText resource={reference} id={id} /> : id}
    </span>
  ));
}
