import { useTranslate } from 'react-admin';
import { useOwnText, type FieldFact, type RecordId } from '../application';
import { RecordText } from '../components/fields';
import { numberFormats, plainText } from '../components/formats';
import { unitSign } from '../components/unit-sign';
import { inputDigits } from '../components/units';

export interface PlainValueProps {
  value: unknown;
  /** What is known of its field. */
  fact: FieldFact | undefined;
  /** The model that has it. */
  resource: string;
}

/** A value of a cell as text, which says what its input would. */
export function PlainValue({ value, fact, resource }: PlainValueProps) {
  const translate = useTranslate();
  const ownText = useOwnText();
  if (value === null || value === undefined || value === '') return null;
  if (fact?.type === 'ref')
    return (
      <RecordText resource={fact.reference ?? ''} keyField={fact.keyField} id={value as RecordId} />
    );
  if (fact?.type === 'refs')
    return (value as RecordId[]).map((id, at) => (
      <span key={id}>
        {at > 0 && ', '}
        {fact.keyField === undefined ? <RecordText resource={fact.reference ?? ''} id={id} /> : id}
      </span>
    ));
  if (typeof value === 'object') return ownText(value) ?? JSON.stringify(value);
  if (typeof value === 'number') return withUnit(formatBare(value, fact), fact?.unit);
  return plainText(value, fact, translate, resource);
}

/** A number with its unit on the side on which inputs have it. */
function withUnit(number: string, unit: string | undefined): string {
  if (unit === undefined) return number;
  const { sign, isBefore } = unitSign(unit);
  return isBefore ? `${sign}\u00a0${number}` : `${number}\u00a0${sign}`;
}

const BARE = numberFormats((least = 0) => ({
  useGrouping: false,
  minimumFractionDigits: least,
  maximumFractionDigits: 15,
}));

/** A number as its input has it. */
const formatBare = (value: number, fact: FieldFact | undefined): string =>
  BARE()(inputDigits(fact)).format(value);
