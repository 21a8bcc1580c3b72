import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';

/** What both ends of a line know of it. */
interface LineEndsProps {
  place: number;
  canRemove: boolean;
  canMove: boolean;
  isRemoved: boolean;
  onRemove: (place: number) => void;
  onUndo: (place: number) => void;
}

/** The number of a line, and the handle: a keyboard moves a line from any of its cells. */
export function LineStart({ place, canMove, isRemoved }: LineEndsProps) {
  const translate = useTranslate();
  const number = { place: place + 1 };
  return (
    <th scope="row" aria-label={translate(isRemoved ? 'lines.gone' : 'lines.one', number)}>
      {canMove && (
        <button
          type="button"
          className="lines-button"
          data-handle
          tabIndex={-1}
          aria-label={translate('lines.move', number)}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        >
          {HANDLE}
        </button>
      )}
      <span aria-hidden>{place + 1}</span>
    </th>
  );
}

/** The button that removes a line, or takes it back. */
export function LineEnd({ place, canRemove, isRemoved, onRemove, onUndo }: LineEndsProps) {
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
        <button
          type="button"
          className="lines-button"
          aria-label={translate('lines.remove', { place: place + 1 })}
          onClick={() => onRemove(place)}
        >
          {REMOVE}
        </button>
      )}
    </td>
  );
}

// Buttons and icons of the library are made of styles and effects: in hundreds of lines they would be most of the work.
const icon = (path: string) => (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d={path} />
  </svg>
);

const HANDLE = icon(
  'M11 18c0 1.1-.9 2-2 2s-2-.9-2-2 .9-2 2-2 2 .9 2 2m-2-8c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0-6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m6 4c1.1 0 2-.9 2-2s-.9-2-2-2-2 .9-2 2 .9 2 2 2m0 2c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2m0 6c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2',
);
/** On the line that is added by pressing it. */
export const ADD = icon('M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z');
const REMOVE = icon(
  'M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z',
);
