import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, FormControl, FormHelperText, FormLabel } from '@mui/material';
import { useId, useRef } from 'react';
import { useResourceContext, useTranslate } from 'react-admin';
import { useFormInput, type FormInputProps } from '../components/form/use-form-input';
import { useLabels } from '../components/texts';
import { base64Of } from './bytes';
import { BytesContent } from './bytes-content';

/** The input of a field of bytes: a button that uploads a file, with what the field has now. */
export function BytesInput(props: FormInputProps) {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const label = labels.field(resource, props.source);
  const labelId = useId();
  const input = useFormInput(props);
  if (input === null) return null;
  const { id, value, disabled, required, error, helperText, onChange, onBlur, inputRef } = input;
  const base64 = String(value ?? '');
  const upload = async (file: File) => {
    onChange(await base64Of(file));
    onBlur();
  };
  return (
    <FormControl
      fullWidth
      error={error}
      disabled={disabled}
      required={required}
      role="group"
      aria-labelledby={labelId}
    >
      <FormLabel id={labelId} sx={{ fontSize: '0.75rem', mb: 0.5 }}>
        {input.label}
      </FormLabel>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {base64 !== '' && <BytesContent base64={base64} name={props.source} label={label} />}
        <UploadButton {...{ id, label, disabled, inputRef }} onFile={(file) => void upload(file)} />
        {base64 !== '' && !required && (
          <Button
            disabled={disabled}
            aria-label={translate('bytes.remove_field', { name: label })}
            onClick={() => onChange('')}
          >
            {translate('bytes.remove')}
          </Button>
        )}
      </Box>
      <FormHelperText>{helperText}</FormHelperText>
    </FormControl>
  );
}

interface UploadButtonProps {
  id: string;
  label: string;
  disabled: boolean;
  inputRef: (element: HTMLElement | null) => void;
  onFile: (file: File) => void;
}

/** A button that lets the user choose a file. */
function UploadButton({ id, label, disabled, inputRef, onFile }: UploadButtonProps) {
  const translate = useTranslate();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        id={id}
        ref={inputRef}
        variant="outlined"
        disabled={disabled}
        startIcon={<UploadIcon />}
        aria-label={translate('bytes.upload_field', { name: label })}
        onClick={() => chooser.current?.click()}
      >
        {translate('bytes.upload')}
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onFile(file);
          // So that choosing this file once more counts as a change.
          event.target.value = '';
        }}
      />
    </>
  );
}
