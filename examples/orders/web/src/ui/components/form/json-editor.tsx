import FormatIcon from '@mui/icons-material/FormatAlignLeft';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { jsonText, parseJson } from '../formats';
import type { InputProps } from './use-form-input';
import { useFormInput } from './use-form-input';

/** A text area for JSON that says where the text is not JSON, and puts it in order. */
export function JsonEditor(props: InputProps) {
  const translate = useTranslate();
  const [text, setText] = useState<string | null>(null);
  const problem = useRef<string | null>(null);
  const input = useFormInput(props, {
    format: (value) => value,
    parse: (value) => value,
    validate: [
      () =>
        problem.current === null
          ? undefined
          : { message: 'form.invalid_json', args: { reason: problem.current } },
    ],
  });
  if (input === null) return null;
  const change = (next: string) => {
    const parsed = parseJson(next);
    problem.current = parsed.problem;
    setText(next);
    input.onChange(parsed.problem === null ? parsed.value : next);
  };
  const shown = text ?? jsonText(input.value);
  return (
    <Box className="wide" sx={{ position: 'relative' }}>
      <TextField
        id={input.id}
        name={input.name}
        label={input.label}
        required={input.required}
        disabled={input.disabled}
        error={input.error}
        helperText={input.helperText}
        inputRef={input.inputRef}
        onBlur={input.onBlur}
        fullWidth
        multiline
        minRows={4}
        maxRows={20}
        value={shown}
        onChange={(event) => change(event.target.value)}
        slotProps={{
          htmlInput: {
            spellCheck: false,
            style: { fontFamily: 'ui-monospace, monospace', fontSize: 13 },
          },
        }}
      />
      <Button
        startIcon={<FormatIcon />}
        disabled={input.disabled || shown === ''}
        onClick={() => problem.current === null && setText(jsonText(parseJson(shown).value))}
        sx={{ position: 'absolute', top: 4, right: 4, minHeight: 28, py: 0 }}
      >
        {translate('form.format_json')}
      </Button>
    </Box>
  );
}
