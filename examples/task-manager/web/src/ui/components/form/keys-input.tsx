import { KeysPicker } from '../keys-picker';
import type { InputProps } from './use-form-input';
import { useFormInput } from './use-form-input';

export interface KeysInputProps extends InputProps {
  /** The resource to pick from. */
  reference: string;
  /** The field by which its records are listed. */
  keyField: string;
}

/** Several records of another resource by something else than their ids, such as roles by their names. */
export function KeysInput({ reference, keyField, ...props }: KeysInputProps) {
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const { value, ...field } = input;
  return (
    <KeysPicker {...field} resource={reference} keyField={keyField} value={value as string[]} />
  );
}
