import { useFieldValue, useResourceContext } from 'react-admin';
import { useDefinition } from '../application';
import { Nothing, type ValueProps } from '../components/fields';
import { columnOf } from '../components/list/columns';
import { detailOf } from '../components/show/show-page';
import { formatExact } from './exact-number';

/** A number with all its digits and the reader's separators, and with its unit. */
function ExactValue({ source }: ValueProps) {
  const value = useFieldValue({ source }) as string | null | undefined;
  const known = useDefinition(useResourceContext())?.fields;
  const fact = known?.find((one) => one.source === source);
  if (!value) return <Nothing />;
  return <span style={BREAKING}>{formatExact(value, fact?.digits, fact?.unit)}</span>;
}

/** A number with hundreds of digits goes on in the next line. */
const BREAKING = { overflowWrap: 'anywhere' } as const;

/** A column of numbers with all their digits. */
export const ExactColumn = columnOf(ExactValue, { align: 'right', plain: true });

/** An exact number on the page of its record. */
export const ExactDetail = detailOf(ExactValue);

export { ExactInput, type ExactInputProps } from './exact-input';
