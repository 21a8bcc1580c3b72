import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Box, Button, FormControl, FormHelperText, FormLabel, LinearProgress } from '@mui/material';
import { useId, useRef, type ReactNode } from 'react';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { Row } from '../application';
import {
  useFormInput,
  useInputPlace,
  type FormInput,
  type FormInputProps,
} from '../components/form/use-form-input';
import { VISUALLY_HIDDEN } from '../theme/theme';
import { useFirstProblem } from '../components/texts';
import { FileFacts, SaveButton } from './file-value';
import { SmallPicture } from './small-picture';
import { formatSize, isPicture, storedFile, type StoredFile } from './stored-file';
import { useDropped } from './use-dropped';
import { useUpload, type Progress } from './use-upload';

export interface FileInputProps extends FormInputProps {
  /** Whether it takes pictures alone. */
  image?: boolean;
  /** The most bytes that the field takes; those of its type by default. */
  max?: number;
}

const MB = 1024 * 1024;
const USUAL = { image: 5 * MB, file: 10 * MB };

/** The input of a file: chosen, dropped, pasted, or taken with the camera of a phone; uploaded at once, and kept by saving. */
export function FileInput({ image = false, max, ...props }: FileInputProps) {
  const uploads = useUpload(props.source);
  const wait = () => (uploads.isRunning() ? 'files.wait' : undefined);
  const input = useFormInput(props, { validate: [wait] });
  if (input === null) return null;
  const most = max ?? (image ? USUAL.image : USUAL.file);
  return <OpenInput {...{ input, image, most, uploads }} source={props.source} />;
}

interface OpenInputProps {
  input: FormInput;
  source: string;
  image: boolean;
  most: number;
  uploads: ReturnType<typeof useUpload>;
}

function OpenInput({ input, source, image, most, uploads }: OpenInputProps) {
  const translate = useTranslate();
  const problemText = useFirstProblem(useResourceContext() ?? '');
  const labelId = useId();
  const isInGrid = useInputPlace() !== null;
  const { disabled, required, onChange, onBlur } = input;
  const { progress, problem, preview } = uploads;
  const store = (stored: StoredFile) => {
    onChange(stored);
    onBlur();
  };
  const stop = () => {
    uploads.stop();
    // That a save had to wait for it is no problem any more.
    onChange(input.value);
  };
  const bring = (chosen: File) => {
    if (chosen.size <= most) return void uploads.upload(chosen, store);
    uploads.refuse(new Error(translate('files.too_large', { limit: formatSize(most) })));
  };
  const { isOver, props } = useDropped(!disabled, bring);
  const file = storedFile(input.value);
  const isWrong = input.error || problem !== null;
  return (
    <FormControl
      fullWidth
      error={isWrong}
      disabled={disabled}
      required={required}
      role="group"
      aria-labelledby={labelId}
    >
      <FormLabel id={labelId} sx={isInGrid ? VISUALLY_HIDDEN : LABEL}>
        {input.label}
      </FormLabel>
      <Box {...props} sx={isInGrid ? CELL : zoneStyle(isOver, isWrong)}>
        {progress && <Uploaded progress={progress} onStop={stop} />}
        {!progress && file && <Chosen {...{ file, source, preview }} label={String(input.label)} />}
        {!progress && (
          <Buttons {...{ input, image, onFile: bring }} hasFile={file !== null}>
            {!isInGrid && !disabled && file === null && (
              <Box component="span" sx={HINT}>
                {translate(image ? 'files.drop_picture' : 'files.drop', {
                  limit: formatSize(most),
                })}
              </Box>
            )}
          </Buttons>
        )}
      </Box>
      <FormHelperText role={problem ? 'alert' : undefined}>
        {problem ? problemText(problem) : input.helperText}
      </FormHelperText>
    </FormControl>
  );
}

const LABEL = { fontSize: '0.75rem', mb: 0.5 };
const HINT = { color: 'text.secondary', fontSize: '0.8125rem' };
const CELL = { display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center', p: 0.5 };

const zoneStyle = (isOver: boolean, isWrong: boolean) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  p: 1.5,
  border: 1,
  borderStyle: 'dashed',
  borderRadius: 1,
  borderColor: isWrong ? 'error.main' : isOver ? 'primary.main' : 'divider',
  bgcolor: isOver ? 'action.hover' : 'transparent',
});

/** How far an upload is; screen readers are told that it has begun, and not each part. */
function Uploaded({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const translate = useTranslate();
  const { name, part } = progress;
  return (
    <>
      <Box sx={{ flex: 1, minWidth: 160 }}>
        <Box role="status" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
          {translate('files.uploading', { name })}
        </Box>
        <LinearProgress
          variant={part < 1 ? 'determinate' : 'indeterminate'}
          value={part * 100}
          aria-label={translate('files.progress', { name })}
        />
      </Box>
      <Button onClick={onStop}>{translate('files.stop')}</Button>
    </>
  );
}

interface ChosenProps {
  file: StoredFile;
  source: string;
  label: string;
  preview: { id: string; url: string } | null;
}

/** The file that the form has: the record's own can be saved, one that waits for the record is shown as it was chosen. */
function Chosen({ file, source, label, preview }: ChosenProps) {
  const model = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const isKept = storedFile(record?.[source])?.id === file.id;
  const place = { model, id: record?.id ?? '', field: source };
  return (
    <>
      {isKept && isPicture(file) && (
        <SmallPicture {...{ place, file }} width={200} size={PICTURE} alt={label} />
      )}
      {!isKept && preview?.id === file.id && (
        <Box component="img" src={preview.url} alt={label} sx={PREVIEW} />
      )}
      <FileFacts file={file}>{isKept && <SaveButton {...{ place, file }} />}</FileFacts>
    </>
  );
}

const PICTURE = { width: 120, height: 90 };
const PREVIEW = {
  maxWidth: PICTURE.width,
  maxHeight: PICTURE.height,
  borderRadius: 1,
  display: 'block',
};

const BUTTONS = { display: 'flex', flexWrap: 'wrap', gap: 0.5 };

interface ButtonsProps {
  input: FormInput;
  image: boolean;
  hasFile: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** Choose or replace, and remove. */
function Buttons({ input, image, hasFile, onFile, children }: ButtonsProps) {
  const translate = useTranslate();
  const chooser = useRef<HTMLInputElement>(null);
  const { id, label, disabled, required, onChange, inputRef } = input;
  const name = String(label);
  const word = hasFile ? 'files.replace' : image ? 'files.choose_picture' : 'files.choose';
  if (disabled) return null;
  return (
    <>
      <Box sx={BUTTONS}>
        <Button
          id={id}
          ref={inputRef}
          variant="outlined"
          startIcon={<UploadIcon />}
          aria-label={`${translate(word)}: ${name}`}
          onClick={() => chooser.current?.click()}
        >
          {translate(word)}
        </Button>
        {hasFile && !required && (
          <Button aria-label={`${translate('files.remove')}: ${name}`} onClick={() => onChange('')}>
            {translate('files.remove')}
          </Button>
        )}
      </Box>
      {children}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        // A phone offers its camera beside its pictures.
        {...(image && { accept: 'image/*' })}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // So that choosing this file once more counts as a change.
          target.value = '';
        }}
      />
    </>
  );
}
