import RemoveIcon from '@mui/icons-material/Close';
import HandleIcon from '@mui/icons-material/DragIndicator';
import { Button, IconButton } from '@mui/material';
import { memo, useMemo, type ReactElement } from 'react';
import {
  RecordContextProvider,
  SourceContextProvider,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Row } from '../../application';
import type { KeyedLine } from './use-lines';
import { LineContext, type FormInputProps } from './use-form-input';

/** A column of a grid: an input, and what kind of values it has. */
export interface LineColumn {
  readonly source: string;
  readonly kind: string;
  readonly input: ReactElement<FormInputProps>;
}

export interface LineRowProps {
  /** The name of the list in the form. */
  list: string;
  place: number;
  columns: readonly LineColumn[];
  line: KeyedLine;
  /** The line as it was read; a new one was not. */
  read: Row | undefined;
  /** What the user may do with it. */
  canEdit: boolean;
  canRemove: boolean;
  canMove: boolean;
  /** Where a dragged line would be dropped. */
  mark: 'before' | 'after' | undefined;
  onRemove: (place: number) => void;
  onUndo: (place: number) => void;
}

/** One line: its inputs, a handle to move it by, and a button that removes it. */
export const LineRow = memo(Line, isSame);

/** What a line has in the form changes with each key; its row only needs what it began with. */
function isSame(before: LineRowProps, after: LineRowProps): boolean {
  const names = Object.keys(after) as (keyof LineRowProps)[];
  return names.every((name) =>
    name === 'line' ? before.line.id === after.line.id : before[name] === after[name],
  );
}

function Line(props: LineRowProps) {
  const { list, place, columns, line, read = NEW, canEdit, mark } = props;
  const resource = useResourceContext() ?? '';
  const name = `${list}.${place}`;
  const isRemoved = useWatch({ name: `${name}._delete` }) === true;
  const source = useMemo(() => sourcesIn(name, resource), [name, resource]);
  const context = useMemo(
    () => ({ name, first: line._first ?? read, isClosed: !canEdit }),
    [name, line._first, read, canEdit],
  );
  return (
    <tr data-removed={isRemoved || undefined} data-mark={mark}>
      <LineStart {...props} isRemoved={isRemoved} />
      <RecordContextProvider value={read}>
        <SourceContextProvider value={source}>
          <LineContext value={context}>
            {columns.map((column) => (
              <td
                key={column.source}
                data-column={column.source}
                data-kind={column.kind}
                inert={isRemoved}
              >
                {column.input}
              </td>
            ))}
          </LineContext>
        </SourceContextProvider>
      </RecordContextProvider>
      <LineEnd {...props} isRemoved={isRemoved} />
    </tr>
  );
}

/** For inputs, a new line is a new record. */
const NEW: Partial<Row> = {};

const sourcesIn = (name: string, resource: string) => ({
  getSource: (source: string) => `${name}.${source}`,
  getLabel: (source: string) => `resources.${resource}.fields.${source}`,
});

type LinePartProps = LineRowProps & { isRemoved: boolean };

/** Its number, and the handle: a keyboard moves a line from any of its cells. */
function LineStart({ place, canMove, isRemoved }: LinePartProps) {
  const translate = useTranslate();
  const number = { place: place + 1 };
  return (
    <th scope="row" aria-label={translate(isRemoved ? 'lines.gone' : 'lines.one', number)}>
      {canMove && (
        <IconButton
          data-handle
          tabIndex={-1}
          aria-label={translate('lines.move', number)}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        >
          <HandleIcon fontSize="inherit" />
        </IconButton>
      )}
      <span aria-hidden>{place + 1}</span>
    </th>
  );
}

function LineEnd({ place, canRemove, isRemoved, onRemove, onUndo }: LinePartProps) {
  const translate = useTranslate();
  if (isRemoved)
    return (
      <td>
        <Button data-undo onClick={() => onUndo(place)}>
          {translate('lines.undo')}
        </Button>
      </td>
    );
  return (
    <td>
      {canRemove && (
        <IconButton
          aria-label={translate('lines.remove', { place: place + 1 })}
          onClick={() => onRemove(place)}
        >
          <RemoveIcon fontSize="inherit" />
        </IconButton>
      )}
    </td>
  );
}
