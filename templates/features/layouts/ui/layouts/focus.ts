import { useEffect, type RefObject } from 'react';
import type { RecordId } from '../application';
import { RECORD } from './slide';

/** The keyboard stays with a record that it has moved: the link of that record has the focus where it is now. */
export function useFocusOn(area: RefObject<HTMLElement | null>, id: RecordId | null): void {
  useEffect(() => {
    if (id === null) return;
    const mark = `[${RECORD}="${CSS.escape(String(id))}"]`;
    area.current?.querySelector<HTMLElement>(`a${mark}, ${mark} a`)?.focus();
  }, [area, id]);
}
