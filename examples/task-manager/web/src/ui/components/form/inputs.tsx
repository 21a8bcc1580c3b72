import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import type { TextFieldProps } from '@mui/material/TextField';
import TextField from '@mui/material/TextField';
import { lazy, Suspense, useState } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { fromLocalInput, fromTimeInput, humanize, toLocalInput } from '../formats';
import { RecordPicker } from '../record-picker';
import { useFieldFact } from './field-facts';
import type { FormInput, InputProps } from './use-form-input';
import {
  between,
  bigintRule,
  emailRule,
  lengthRules,
  urlRule,
  useFormInput,
  uuidRule,
} from './use-form-input';

function textFieldProps(input: FormInput): TextFieldProps {
  const { value, onChange, onBlur, inputRef, ...field } = input;
  return {
    ...field,
    fullWidth: true,
    inputRef,
    value,
    onBlur,
    onChange: (event) => onChange(event.target.value),
  };
}

export interface TextInputProps extends InputProps {
  min?: number;
  max?: number;
  type?: 'text' | 'password';
}

/** One line of text. */
export function TextInput({ type = 'text', ...props }: TextInputProps) {
  const input = useFormInput(props, { validate: lengthRules(props) });
  if (input === null) return null;
  // A browser would fill in the password of who is signed in.
  const autoComplete = type === 'password' ? 'new-password' : 'off';
  return <TextField {...textFieldProps(input)} type={type} autoComplete={autoComplete} />;
}

/** Text of any length. */
export function LongTextInput(props: Omit<TextInputProps, 'type'>) {
  const input = useFormInput(props, { validate: lengthRules(props) });
  if (input === null) return null;
  return (
    <TextField {...textFieldProps(input)} multiline minRows={3} maxRows={16} className="wide" />
  );
}

/** An email address. */
export function EmailInput(props: TextInputProps) {
  const input = useFormInput(props, { validate: [emailRule, ...lengthRules(props)] });
  return input && <TextField {...textFieldProps(input)} type="email" autoComplete="off" />;
}

/** A web address. */
export function UrlInput(props: TextInputProps) {
  const input = useFormInput(props, { validate: [urlRule, ...lengthRules(props)] });
  return input && <TextField {...textFieldProps(input)} type="url" autoComplete="off" />;
}

/** A UUID. */
export function UuidInput(props: InputProps) {
  const input = useFormInput(props, { validate: [uuidRule] });
  return input && <TextField {...textFieldProps(input)} autoComplete="off" />;
}

/** A whole number of any size, kept as text. */
export function BigintInput(props: InputProps) {
  const input = useFormInput(props, { validate: [bigintRule] });
  if (input === null) return null;
  return (
    <TextField {...textFieldProps(input)} slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
  );
}

export interface NumberInputProps extends InputProps {
  min?: number;
  max?: number;
  /** 1 for whole numbers, 0.01 for cents; any number by default. */
  step?: number;
}

/** A number. */
export function NumberInput({ min, max, step, ...props }: NumberInputProps) {
  const input = useFormInput(props, {
    validate: [between(min, max)],
    parse: (text) => (text === '' ? null : Number(text)),
  });
  const [text, setText] = useState<string | null>(null);
  if (input === null) return null;
  const { onBlur, onChange } = input;
  return (
    <TextField
      {...textFieldProps(input)}
      type="number"
      value={text ?? input.value}
      onChange={(event) => {
        setText(event.target.value);
        onChange(event.target.value);
      }}
      onBlur={() => {
        setText(null);
        onBlur();
      }}
      slotProps={{ htmlInput: { min, max, step: step ?? 'any' } }}
    />
  );
}

const SHRUNK = { inputLabel: { shrink: true } };

/** A day. */
export function DateInput(props: InputProps) {
  const input = useFormInput(props);
  return input && <TextField {...textFieldProps(input)} type="date" slotProps={SHRUNK} />;
}

/** A time of day. */
export function TimeInput(props: InputProps) {
  const input = useFormInput(props, { parse: fromTimeInput });
  if (input === null) return null;
  return (
    <TextField
      {...textFieldProps(input)}
      type="time"
      slotProps={{ ...SHRUNK, htmlInput: { step: 1 } }}
    />
  );
}

/** A moment, in the reader's zone. */
export function DatetimeInput(props: InputProps) {
  const input = useFormInput(props, { format: toLocalInput, parse: fromLocalInput });
  return input && <TextField {...textFieldProps(input)} type="datetime-local" slotProps={SHRUNK} />;
}

/** Yes or no. A field that may be empty has a third answer. */
export function BooleanInput(props: InputProps) {
  const fact = useFieldFact(props.source);
  const mayBeEmpty = !props.required && props.initial === undefined && fact?.required !== true;
  return mayBeEmpty ? <ThreeWayInput {...props} /> : <CheckInput {...props} />;
}

function CheckInput(props: InputProps) {
  const input = useFormInput(
    { ...props, required: false },
    { format: Boolean, parse: (value) => value },
  );
  if (input === null) return null;
  return (
    <FormControl error={input.error} sx={{ justifyContent: 'center' }}>
      <FormControlLabel
        label={input.label}
        control={
          <Checkbox
            name={input.name}
            checked={input.value === true}
            disabled={input.disabled}
            onChange={(_, checked) => input.onChange(checked)}
            onBlur={input.onBlur}
          />
        }
      />
      <FormHelperText>{input.helperText}</FormHelperText>
    </FormControl>
  );
}

function ThreeWayInput(props: InputProps) {
  const translate = useTranslate();
  const input = useFormInput(props, {
    format: (value) => (value === null || value === undefined ? '' : String(value)),
    parse: (text) => (text === '' ? null : text === 'true'),
  });
  if (input === null) return null;
  return (
    <TextField select {...textFieldProps(input)}>
      <MenuItem value="">{translate('form.none')}</MenuItem>
      <MenuItem value="true">{translate('app.yes')}</MenuItem>
      <MenuItem value="false">{translate('app.no')}</MenuItem>
    </TextField>
  );
}

export interface ChoiceInputProps extends InputProps {
  /** The values to choose from; those of the field's facts by default. */
  values?: readonly string[];
}

/** One of the values that the service takes; the present one stays possible. */
export function ChoiceInput({ values, ...props }: ChoiceInputProps) {
  const translate = useTranslate();
  const input = useFormInput(props);
  const fact = useFieldFact(props.source);
  if (input === null) return null;
  const known = values ?? fact?.values ?? [];
  const current = String(input.value);
  const options = current === '' || known.includes(current) ? known : [...known, current];
  return (
    <TextField select {...textFieldProps(input)}>
      {!input.required && <MenuItem value="">{translate('form.none')}</MenuItem>}
      {options.map((value) => (
        <MenuItem key={value} value={value}>
          {humanize(value)}
        </MenuItem>
      ))}
    </TextField>
  );
}

export interface ReferenceInputProps extends InputProps {
  /** The resource to pick from. */
  reference: string;
}

/** A record of another resource, found by typing. */
export function ReferenceInput({ reference, ...props }: ReferenceInputProps) {
  const input = useFormInput(props, { format: (value) => value ?? null, parse: (value) => value });
  const resource = useResourceContext();
  const record = useRecordContext();
  if (input === null) return null;
  const { value, inputRef: _, ...field } = input;
  const self = resource === reference && typeof record?.id === 'number' ? [record.id] : [];
  return (
    <RecordPicker {...field} resource={reference} without={self} value={value as number | null} />
  );
}

/** Several records of another resource. */
export function ReferencesInput({ reference, ...props }: ReferenceInputProps) {
  const input = useFormInput(props, { format: (value) => value ?? [], parse: (value) => value });
  if (input === null) return null;
  const { value, inputRef: _, ...field } = input;
  return <RecordPicker {...field} multiple resource={reference} value={value as number[]} />;
}

const JsonEditor = lazy(() =>
  import('./json-editor').then((module) => ({ default: module.JsonEditor })),
);

/** Any JSON value, in an editor whose code is fetched when a form needs it. */
export function JsonInput(props: InputProps) {
  return (
    <Suspense fallback={null}>
      <JsonEditor {...props} />
    </Suspense>
  );
}
