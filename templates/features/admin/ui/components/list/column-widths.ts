import { useState, type PointerEvent, type MouseEvent } from 'react';
import { useStore } from 'react-admin';
import { useTableKey } from './table-store';

/** Pixels by field. */
type Widths = Readonly<Record<string, number>>;

/** So near its end a column is taken by its edge. */
const EDGE = 8;
const NARROWEST = 56;

/** The widths of a list's columns, which are dragged by the edge of their heads, and as they were after a double click; stored in the browser. */
export function useColumnWidths(resource: string) {
  const [stored, store] = useStore<Widths>(`${useTableKey(resource)}_widths`, {});
  const [dragged, setDragged] = useState<Widths>({});
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const edge = edgeAt(event);
    if (edge === null) return;
    event.preventDefault();
    const { head, source, direction } = edge;
    const start = event.clientX;
    const width = head.offsetWidth;
    const widthAt = ({ clientX }: { clientX: number }) =>
      Math.max(NARROWEST, Math.round(width + direction * (clientX - start)));
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener('pointermove', (at) => setDragged({ [source]: widthAt(at) }), {
      signal,
    });
    document.addEventListener(
      'pointerup',
      (at) => {
        ended.abort();
        setDragged({});
        store({ ...stored, [source]: widthAt(at) });
      },
      { signal },
    );
  };
  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const edge = edgeAt(event);
    if (edge === null) return;
    const others = Object.entries(stored).filter(([source]) => source !== edge.source);
    store(Object.fromEntries(others));
  };
  const sx = {
    ...GRIPS,
    ...Object.fromEntries(Object.entries({ ...stored, ...dragged }).map(rule)),
  };
  return { sx, onPointerDown, onDoubleClick };
}

/** The column whose edge is there, and in which direction it grows. */
function edgeAt({ target, clientX }: MouseEvent<HTMLElement>) {
  const head = (target as Element).closest('th');
  const source = /(?:^| )column-(\S+)/.exec(head?.className ?? '')?.[1];
  if (!head || source === undefined) return null;
  const { left, right } = head.getBoundingClientRect();
  const isMirrored = getComputedStyle(head).direction === 'rtl';
  const distance = isMirrored ? clientX - left : right - clientX;
  return distance <= EDGE ? { head, source, direction: isMirrored ? -1 : 1 } : null;
}

const rule = ([source, width]: [string, number]) => [
  `&& :is(th, td).column-${source}`,
  { width, minWidth: width, maxWidth: width },
];

/** Shows by the mouse where a column can be taken. */
const GRIPS = {
  '&& th[class*="column-"]::after': {
    content: '""',
    position: 'absolute',
    insetInlineEnd: 0,
    insetBlock: 8,
    width: EDGE,
    cursor: 'col-resize',
    borderInlineEnd: '2px solid transparent',
  },
  '&& th[class*="column-"]:hover::after': { borderColor: 'currentColor', opacity: 0.25 },
};
