import { Box, InputAdornment, TextField } from '@mui/material';
import { regex, useResourceContext, useTranslate } from 'react-admin';
import { useLabels } from '../texts';
import { useFormInput, type FormInputProps } from './use-form-input';

const COLOR = regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'form.invalid_color');

/** A colour: its text, which may be empty, and the browser's own picker, which always has a colour. */
export function ColorInput(props: FormInputProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const input = useFormInput(props, { validate: [COLOR] });
  if (input === null) return null;
  const { value, onChange, inputRef, ...field } = input;
  const text = String(value);
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={translate('form.pick_color', { name: labels.field(resource, props.source) })}
        disabled={field.disabled}
        value={pickable(text)}
        onChange={(event) => onChange((event.target as HTMLInputElement).value)}
        sx={PICKER}
      />
    </InputAdornment>
  );
  return (
    <TextField
      {...field}
      fullWidth
      autoComplete="off"
      inputRef={inputRef}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{
        input: { startAdornment: picker },
        inputLabel: { shrink: true },
        htmlInput: { spellCheck: false, maxLength: 7 },
      }}
    />
  );
}

const PICKER = { width: 28, height: 24, p: 0, border: 0, background: 'none', cursor: 'pointer' };

/** A typed colour in the only form that the picker takes; without one it shows black. */
export function pickable(text: string): string {
  const long = text.trim().replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3');
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : '#000000';
}
