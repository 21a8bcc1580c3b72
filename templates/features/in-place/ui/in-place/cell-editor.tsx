import { ClickAwayListener, Paper, Popper, type PopperProps } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useEffectEvent, useId, useMemo, useRef, type RefObject } from 'react';
import {
  Form,
  RecordContextProvider,
  useDataProvider,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useDefinition, type RecordId, type Row } from '../application';
import { FormFacts, InputPlaceContext, type InputPlace } from '../components/form/use-form-input';
import { OnDemand } from '../components/messages';
import { useErrorText, useLabels } from '../components/texts';
import { CELL } from '../theme/react-admin';
import { VISUALLY_HIDDEN } from '../theme/theme';
import type { Move } from './cells';
import { moveOf, onClosedChoice } from './editor-keys';
import { useCellSave } from './use-cell-save';
import { USABLE_FIELD } from '../components/form/usable-field';

const ConflictDialog = lazy(() =>
  import('../components/form/conflict-dialog').then((module) => ({
    default: module.ConflictDialog,
  })),
);

export interface CellEditorProps {
  id: RecordId;
  source: string;
  cell: HTMLTableCellElement;
  /** Called once the value is saved, or left as it was. */
  onDone: (move: Move) => void;
}

/** The input of the record's form for one field, over its cell. The record is read first: the row of a list has no version. */
export function CellEditor(props: CellEditorProps) {
  const { id, onDone } = props;
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  const notify = useNotify();
  const errorText = useErrorText();
  const { data: read, error } = useQuery({
    queryKey: ['in-place', resource, id, useId()],
    queryFn: async ({ signal }) => (await provider.getOne<Row>(resource, { id, signal })).data,
    // What is typed is a change of this version.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const fail = useEffectEvent((reason: Error) => {
    notify(errorText(reason), { type: 'error' });
    onDone('stay');
  });
  useEffect(() => {
    if (error) fail(error);
  }, [error]);
  return read && <OpenEditor {...props} read={read} />;
}

interface OpenEditorProps extends CellEditorProps {
  read: Row;
}

function OpenEditor({ read, ...props }: OpenEditorProps) {
  const { source, cell, onDone } = props;
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const isNumber = cell.classList.contains(CELL.number);
  const formId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const move = useRef<Move>('stay');
  const { save, problem, conflict } = useCellSave(read, source, () => onDone(move.current));
  const submit = (next: Move) => {
    move.current = next;
    (document.getElementById(formId) as HTMLFormElement).requestSubmit();
  };
  const label = translate('in-place.edit', {
    field: labels.field(resource, source),
    name: read._label,
  });
  return (
    <RecordContextProvider value={read}>
      <FormFacts fields={undefined}>
        <Popper
          open
          anchorEl={cell}
          placement={isNumber ? 'bottom-end' : 'bottom-start'}
          {...OVER_CELL}
        >
          <ClickAwayListener mouseEvent="onMouseDown" onClickAway={() => submit('away')}>
            <Paper
              ref={frame}
              role="dialog"
              aria-label={label}
              variant="outlined"
              sx={{ ...EDITOR, ...(isNumber && NUMBER), ...widthOver(cell, isNumber) }}
              onKeyDownCapture={(event) => onClosedChoice(event, submit)}
              onKeyDown={(event) => {
                const next = moveOf(event);
                if (next === 'stay') onDone('stay');
                else if (next !== null) submit(next);
              }}
            >
              <Form id={formId} onSubmit={save} noValidate disableInvalidFormNotification>
                <OnlyInput source={source} read={read} />
                <OnOpen {...{ source, frame, onDone }} />
                {problem !== null && <p role="alert">{problem}</p>}
              </Form>
            </Paper>
          </ClickAwayListener>
        </Popper>
        {conflict && (
          <OnDemand onClose={conflict.onClose}>
            <ConflictDialog {...conflict} />
          </OnDemand>
        )}
      </FormFacts>
    </RecordContextProvider>
  );
}

/** The inputs of the form, of which each but that of one field stays away. */
function OnlyInput({ source, read }: { source: string; read: Row }) {
  const Inputs = useDefinition(useResourceContext())?.inputs;
  const place = useMemo(
    (): InputPlace => ({
      first: read,
      propsOf: (own, props) => (props.source === source && !own.disabled ? own : null),
      learn: () => undefined,
      isAlone: true,
    }),
    [source, read],
  );
  return Inputs && <InputPlaceContext value={place}>{<Inputs />}</InputPlaceContext>;
}

interface OnOpenProps extends Pick<CellEditorProps, 'source' | 'onDone'> {
  frame: RefObject<HTMLElement | null>;
}

/** Goes to the input once it is there; a form that has none for the field has reasons to. */
function OnOpen({ source, frame, onDone }: OnOpenProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const notify = useNotify();
  const labels = useLabels();
  const open = useEffectEvent(() => {
    const input = frame.current?.querySelector<HTMLElement>(USABLE_FIELD);
    input?.focus({ preventScroll: true });
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
    if (input) return;
    const field = labels.field(resource, source);
    notify(translate('in-place.no_input', { field }), { type: 'info' });
    onDone('stay');
  });
  useEffect(() => open(), []);
  return null;
}

/** Over the cell, from its upper edge on. */
const OVER_CELL: Partial<PopperProps> = {
  modifiers: [
    {
      name: 'offset',
      options: {
        offset: ({ reference }: { reference: { height: number } }) => [0, -reference.height],
      },
    },
  ],
  sx: { zIndex: 'modal' },
};

const NARROWEST = 180;

/** The width of an editor: no number needs as much as a text. */
const widthOver = ({ offsetWidth }: HTMLElement, isNumber: boolean) =>
  isNumber ? { width: Math.max(offsetWidth, 120) } : { minWidth: Math.max(offsetWidth, NARROWEST) };

/** Digits stay where they stand in the cell, below each other. */
const NUMBER = {
  '& .MuiInputBase-root': { minWidth: 0 },
  '& input': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', MozAppearance: 'textfield' },
  '& input::-webkit-inner-spin-button': { display: 'none' },
};

const EDITOR = {
  maxWidth: 'min(480px, 96vw)',
  boxShadow: 8,
  outline: 'none',
  '&:has(textarea)': { width: 360 },
  // The heading of the column says what it is; screen readers have it from here.
  '& .MuiInputLabel-root, & .MuiFormControlLabel-label': VISUALLY_HIDDEN,
  '& .MuiOutlinedInput-notchedOutline': { top: 0 },
  '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
  '& .MuiFormControlLabel-root': { m: 0, px: 1 },
  '& .MuiFormHelperText-root, & p[role="alert"]': { m: 0, px: 1.25, py: 0.5 },
  '& p[role="alert"]': { color: 'error.main', fontSize: '0.75rem' },
  // What a form has between its inputs has no place here.
  '& form > :is(h1, h2, h3, h4, h5, h6, hr)': { display: 'none' },
};
