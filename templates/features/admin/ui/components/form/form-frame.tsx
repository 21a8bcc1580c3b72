import { Alert, Box, Button, Paper } from '@mui/material';
import {
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  type ReactNode,
  type RefObject,
} from 'react';
import { Form, useIsOffline, useResourceContext, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { UNSENT } from '../../api/http';
import { MEASURES } from '../../theme/theme';
import { useWayBack } from '../navigation';
import { distinctProblems, isShared, problemsOf, useErrorText, useProblemTexts } from '../texts';
import { AsideContext } from './aside';
import {
  DraftKeeper,
  OnDirty,
  RestoredDraft,
  UnsavedChangesGuard,
  type RestoredDraftProps,
} from './unsaved-changes';
import { USABLE_FIELD } from './usable-field';

export interface FormFrameProps {
  submit: string;
  /** The service's problem with the whole form. */
  error: Error | null;
  /** Unsaved input from when the session ended. */
  restored?: RestoredDraftProps | null;
  /** Whether the first field gets the focus initially. */
  autoFocus?: boolean;
  /** Is told whether the form for another record follows, where one may; offers that. */
  onMore?: ((isMore: boolean) => void) | undefined;
  /** Buttons at the end of the bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A form in two columns with a sticky bar of buttons. */
export function FormFrame({
  submit,
  error,
  restored,
  autoFocus = false,
  onMore,
  actions,
  children,
}: FormFrameProps) {
  const frame = useRef<HTMLElement>(null);
  const aside = useContext(AsideContext);
  const back = useWayBack();
  const leave = aside?.onClose ?? back;
  useFormKeys(frame, leave);
  useEffect(() => {
    if (autoFocus) frame.current?.querySelector<HTMLElement>(USABLE_FIELD)?.focus();
  }, [autoFocus]);
  return (
    <Box ref={frame} sx={FRAME}>
      <Form noValidate disableInvalidFormNotification>
        {aside === null && <UnsavedChangesGuard />}
        {aside === null ? <DraftKeeper /> : <OnDirty onDirty={aside.onDirty} />}
        <FocusFirstError frame={frame} />
        <Paper variant="outlined">
          {restored && <RestoredDraft {...restored} />}
          <FormErrors error={error} />
          <Box sx={aside === null ? GRID : ONE_COLUMN}>{children}</Box>
          <FormBar submit={submit} onMore={onMore} onCancel={leave}>
            {actions}
          </FormBar>
        </Paper>
      </Form>
    </Box>
  );
}

/** A form with a wide part, such as a grid with many columns, takes all of the page. */
const WITH_WIDE_PART = '&:has(.wide-part)';

const FRAME = {
  maxWidth: MEASURES.form,
  '&:has(.form-columns)': { maxWidth: 1200 },
  [WITH_WIDE_PART]: { maxWidth: 'none' },
};

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  [WITH_WIDE_PART]: {
    gridTemplateColumns: { lg: 'repeat(3, minmax(0, 1fr))' },
    // A section of all its width has as many columns as there is room for.
    '& > .form-section > div': {
      gridTemplateColumns: { lg: 'repeat(auto-fit, minmax(220px, 1fr))' },
    },
  },
  columnGap: 2.5,
  rowGap: 2.25,
  alignItems: 'start',
  p: { xs: 2, sm: 3 },
  // A title above a long text is as wide as the text.
  '& > .wide, & > :first-of-type:has(+ .wide)': { gridColumn: '1 / -1' },
};

const ONE_COLUMN = { ...GRID, gridTemplateColumns: 'minmax(0, 1fr)' };

interface FormBarProps {
  submit: string;
  onMore: FormFrameProps['onMore'];
  onCancel: () => void;
  children: ReactNode;
}

function FormBar({ submit, onMore, onCancel, children }: FormBarProps) {
  const translate = useTranslate();
  const { isSubmitting } = useFormState();
  const { clearErrors } = useFormContext();
  // The problems of the last attempt must not block the next one, least of all for a field that is not in the form.
  const attempt = (isMore: boolean) => {
    clearErrors();
    onMore?.(isMore);
  };
  return (
    <Box
      className="on-screen"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        display: 'flex',
        gap: 1,
        px: { xs: 2, sm: 3 },
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        borderRadius: '0 0 8px 8px',
      }}
    >
      <Button
        type="submit"
        variant="contained"
        color="primary"
        loading={isSubmitting}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => attempt(false)}
      >
        {submit}
      </Button>
      {onMore && (
        <Button
          type="submit"
          className="save-more"
          variant="outlined"
          disabled={isSubmitting}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          onClick={() => attempt(true)}
        >
          {translate('form.save_and_new')}
        </Button>
      )}
      <Button onClick={onCancel} aria-keyshortcuts="Escape">
        {translate('form.cancel')}
      </Button>
      <Box sx={{ flex: 1 }} />
      {children}
    </Box>
  );
}

/** Inputs, and cells of grids that become inputs once somebody enters them. */
const INVALID = ':is([aria-invalid="true"], [data-invalid])';

/** After a refused save the first invalid field gets the focus. */
function FocusFirstError({ frame }: { frame: RefObject<HTMLElement | null> }) {
  // `isValid` would have the whole form checked for each of its fields.
  const { submitCount, isSubmitting, errors } = useFormState();
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (submitCount === 0 || isSubmitting || !hasErrors) return;
    frame.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [frame, submitCount, isSubmitting, hasErrors]);
  return null;
}

/** Ctrl+S and Ctrl+Enter (Cmd on a Mac) save the form, with Shift for another one after it; Esc leaves it; dialogs on top of it handle their own keys. */
function useFormKeys(frame: RefObject<HTMLElement | null>, leave: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Of a form behind a panel and the form in it the first to be asked has prevented the browser's own saving.
    if (event.isComposing || (event.defaultPrevented && !isSave(event))) return;
    const isBehind = frame.current?.closest('[aria-hidden="true"]') !== null;
    if (isSave(event)) {
      event.preventDefault();
      if (!event.repeat && !isBehind) submit(frame.current, event.shiftKey);
    } else if (event.key === 'Escape' && !isBehind && !isInChoice(event)) leave();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Esc closes a list of options; once more than needed, it must not leave the form. */
const isInChoice = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="combobox"]') !== null;

function isSave({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && (key === 'Enter' || (key === 's' && !shiftKey));
}

function submit(frame: HTMLElement | null, isMore: boolean): void {
  const button = isMore ? '.save-more' : 'button[type="submit"]';
  frame?.querySelector<HTMLButtonElement>(button)?.click();
}

/** The service's problems, in one place above the form; the fields show them as well. */
export function FormErrors({ error }: { error: Error | null }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const texts = useProblemTexts(useResourceContext() ?? '');
  const isOffline = useIsOffline();
  if (error === null) return null;
  const problems = problemsOf(error);
  const severity = error.message === UNSENT && !isOffline ? 'info' : 'error';
  return (
    <Alert severity={severity} sx={{ m: 2, mb: 0 }}>
      {problems.length === 0 ? errorText(error) : translate('form.invalid')}
      {problems.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25 }}>
          {distinctProblems(problems).map((problem) => (
            <li key={`${problem.field} ${problem.code}`}>
              <Line
                label={isShared(problem, problems) ? '' : texts.label(problem.field)}
                name={texts.nameOf(problem.field)}
                text={texts.ofField(problem, problems)}
              />
            </li>
          ))}
        </Box>
      )}
    </Alert>
  );
}

/** The field's name is emphasised, and not repeated; a problem of several fields names them in its text. */
function Line({ label, name, text }: { label: string; name: string; text: string }) {
  if (label === '') return text;
  return (
    <>
      <strong>{label}</strong>
      {name !== '' && text.startsWith(name) ? text.slice(name.length) : `: ${text}`}
    </>
  );
}
