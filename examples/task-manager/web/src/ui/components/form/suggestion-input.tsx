import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { humanize } from '../formats';
import { KeysPicker } from '../record-picker';
import { useFieldFact } from './field-facts';
import type { InputProps } from './use-form-input';
import { lengthRules, useFormInput } from './use-form-input';

export interface SuggestionInputProps extends InputProps {
  /** The values to suggest; those of the field's facts by default. */
  values?: readonly string[];
  min?: number;
  max?: number;
}

/** Text with documented values to choose from; any other can be typed. */
export function SuggestionInput({ values, ...props }: SuggestionInputProps) {
  const input = useFormInput(props, { validate: lengthRules(props) });
  const fact = useFieldFact(props.source);
  const [typed, setTyped] = useState<string | null>(null);
  if (input === null) return null;
  const { value, onChange, onBlur, disabled, inputRef, ...field } = input;
  const known = values ?? fact?.values ?? [];
  return (
    <Autocomplete
      freeSolo
      forcePopupIcon
      fullWidth
      id={field.id}
      options={known}
      getOptionLabel={(option) => labelOf(option, known)}
      disabled={disabled}
      value={String(value)}
      inputValue={typed ?? labelOf(String(value), known)}
      onInputChange={(_, text, reason) => {
        if (reason !== 'input') return;
        setTyped(text);
        onChange(valueOf(text, known));
      }}
      onChange={(_, picked) => {
        setTyped(null);
        onChange(picked ?? '');
      }}
      onBlur={() => {
        setTyped(null);
        onBlur();
      }}
      renderInput={(params) => <TextField {...params} {...field} inputRef={inputRef} />}
    />
  );
}

/** A documented value as people read it; any other as it is. */
function labelOf(value: string, known: readonly string[]): string {
  return known.includes(value) ? humanize(value) : value;
}

/** The documented value that a typed text means, or the text itself. */
export function valueOf(text: string, known: readonly string[]): string {
  const wanted = text.trim().toLowerCase();
  const meant = known.find((value) =>
    [value, humanize(value)].some((one) => one.toLowerCase() === wanted),
  );
  return meant ?? text;
}

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
