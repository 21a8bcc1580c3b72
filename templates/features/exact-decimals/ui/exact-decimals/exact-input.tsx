import { InputAdornment } from '@mui/material';
import { TextInput } from '../components/form/inputs';
import { useFieldFact, type FormInputProps } from '../components/form/use-form-input';
import { unitSign } from '../components/unit-sign';
import { exactFault, typedNumber } from './exact-number';

export interface ExactInputProps extends FormInputProps {
  /** The smallest and the greatest number. */
  min?: number;
  max?: number;
}

/** The input of a number with all its digits, which stays a text. */
export function ExactInput({ min, max, ...props }: ExactInputProps) {
  const fact = useFieldFact(props.source);
  const digits = fact?.digits;
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const check = (value: unknown) =>
    typeof value === 'string' && value !== ''
      ? (exactFault(value, { ...limits, ...(digits !== undefined && { digits }) }) ?? undefined)
      : undefined;
  return (
    <TextInput
      slotProps={{ htmlInput: NUMERIC, ...unitSlot(fact?.unit) }}
      parse={typedNumber}
      {...props}
      validate={check}
    />
  );
}

const NUMERIC = { inputMode: 'decimal', style: { textAlign: 'right' } } as const;

/** The unit of the field, on the side on which the language has it. */
function unitSlot(unit: string | undefined) {
  if (unit === undefined) return {};
  const { sign, isBefore } = unitSign(unit);
  const position = isBefore ? 'start' : 'end';
  const mark = <InputAdornment position={position}>{sign}</InputAdornment>;
  return { input: { [`${position}Adornment`]: mark } };
}
