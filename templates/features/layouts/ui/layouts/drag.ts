import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';

/** Pixels after which a press with the mouse is no click. */
const SLACK = 6;
/** Milliseconds after which a finger that stays where it is does not scroll. */
const HOLD = 280;
/** Pixels from an edge of what scrolls, within which it does. */
const EDGE = 56;
const SPEED = 14;

/** What is marked with it, and its value, takes what is dropped there. */
export const DROP = 'data-drop';
/** What is marked with it scrolls while something is dragged to its edge: sideways with `x`, up and down with `y`. */
export const SCROLLS = 'data-scrolls';

/** Where something is dragged to. */
export interface DropPlace {
  /** What the place is marked with. */
  key: string;
  element: HTMLElement;
  /** Where the pointer is, in the window. */
  x: number;
  y: number;
}

export interface DragOptions<Item> {
  /** Whether it may be dropped there. */
  isOpen: (item: Item, key: string) => boolean;
  onDrop: (item: Item, place: DropPlace) => void;
  /** Follows the pointer, above an open place or none. */
  onOver?: (item: Item, place: DropPlace | null) => void;
}

export interface Dragging<Item> {
  /** What is dragged. */
  item: Item | null;
  /** The press of a pointer on an element by which an item is dragged. */
  press: (item: Item, event: PointerEvent<HTMLElement>) => void;
}

/** Dragging by mouse, pen and finger; Escape takes it back. A finger begins it by staying where it is. */
export function useDragging<Item>(options: DragOptions<Item>): Dragging<Item> {
  const [item, setItem] = useState<Item | null>(null);
  const ending = useRef<(() => void) | null>(null);
  useEffect(() => () => ending.current?.(), []);
  // A press outlives the render in which it began.
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const press = (one: Item, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || isControl(event)) return;
    ending.current?.();
    ending.current = follow(event, {
      begin: () => setItem(one),
      placeAt: (x, y) => placeAt(x, y, (key) => latest.current.isOpen(one, key)),
      move: (place) => latest.current.onOver?.(one, place),
      end: (place) => {
        setItem(null);
        latest.current.onOver?.(one, null);
        if (place !== null) latest.current.onDrop(one, place);
      },
    });
  };
  return { item, press };
}

/** Buttons and inputs within an item are there to be pressed. */
const isControl = ({ target }: PointerEvent<HTMLElement>): boolean =>
  (target as HTMLElement).closest('button, input, select, textarea') !== null;

function placeAt(x: number, y: number, isOpen: (key: string) => boolean): DropPlace | null {
  const element = document
    .elementsFromPoint(x, y)
    .map((one) => one.closest<HTMLElement>(`[${DROP}]`))
    .find((one) => one !== null);
  const key = element?.getAttribute(DROP);
  return element && key != null && isOpen(key) ? { key, element, x, y } : null;
}

interface Following {
  begin: () => void;
  placeAt: (x: number, y: number) => DropPlace | null;
  move: (place: DropPlace | null) => void;
  end: (place: DropPlace | null) => void;
}

/** Follows the pointer from a press to its end; returns what ends it before. */
function follow(event: PointerEvent<HTMLElement>, following: Following): () => void {
  const { clientX, clientY, currentTarget: source, pointerId } = event;
  const isFinger = event.pointerType === 'touch';
  const listening = new AbortController();
  const { signal } = listening;
  let picture: Picture | null = null;
  const at = { x: clientX, y: clientY };
  const begin = () => {
    picture = pictureOf(source, at);
    following.begin();
    scrollAtEdges(at, signal, () => following.move(following.placeAt(at.x, at.y)));
  };
  const held = isFinger ? setTimeout(begin, HOLD) : undefined;
  const stop = (place: DropPlace | null) => {
    clearTimeout(held);
    listening.abort();
    picture?.remove();
    if (picture !== null) following.end(place);
  };
  const on = <K extends keyof WindowEventMap>(name: K, work: (event: WindowEventMap[K]) => void) =>
    window.addEventListener(name, work, { signal, passive: false, capture: true });
  on('pointermove', (moved) => {
    if (moved.pointerId !== pointerId) return;
    Object.assign(at, { x: moved.clientX, y: moved.clientY });
    const isFar = Math.hypot(at.x - clientX, at.y - clientY) > SLACK;
    // A finger that moves at once scrolls.
    if (picture === null && isFar) return isFinger ? stop(null) : begin();
    picture?.follow(at);
    if (picture !== null) following.move(following.placeAt(at.x, at.y));
  });
  on('pointerup', (released) => {
    if (released.pointerId !== pointerId) return;
    if (picture !== null) skipClick();
    stop(following.placeAt(at.x, at.y));
  });
  on('pointercancel', () => stop(null));
  on('keydown', (pressed) => {
    if (picture === null || pressed.key !== 'Escape') return;
    pressed.preventDefault();
    pressed.stopPropagation();
    stop(null);
  });
  // Not that of an element, from which a press takes the focus.
  on('blur', ({ target }) => target === window && stop(null));
  // While something is dragged, a finger does not scroll, and neither links nor texts are dragged by the browser.
  on('touchmove', (moved) => picture !== null && moved.preventDefault());
  on('contextmenu', (asked) => picture !== null && asked.preventDefault());
  on('dragstart', (dragged) => dragged.preventDefault());
  on('selectstart', (selected) => picture !== null && selected.preventDefault());
  return () => stop(null);
}

/** The release of what was dragged is no click on what lies there. */
function skipClick(): void {
  const skip = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', skip, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', skip, { capture: true }));
}

interface Picture {
  follow: (at: { x: number; y: number }) => void;
  remove: () => void;
}

/** A picture of an element, which goes with the pointer. */
function pictureOf(source: HTMLElement, from: { x: number; y: number }): Picture {
  const { left, top, width, height } = source.getBoundingClientRect();
  const picture = source.cloneNode(true) as HTMLElement;
  const start = { ...from };
  picture.setAttribute('aria-hidden', 'true');
  picture.inert = true;
  for (const one of [picture, ...picture.querySelectorAll('*')]) {
    one.removeAttribute('id');
    one.removeAttribute(DROP);
  }
  Object.assign(picture.style, {
    ...{ position: 'fixed', margin: '0', zIndex: '2000', pointerEvents: 'none' },
    ...{ left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` },
    ...{ boxShadow: '0 12px 28px rgb(0 0 0 / 0.22)', opacity: '0.96', cursor: 'grabbing' },
  });
  document.body.append(picture);
  return {
    follow: ({ x, y }) => {
      picture.style.transform = `translate(${x - start.x}px, ${y - start.y}px) rotate(1.2deg)`;
    },
    remove: () => picture.remove(),
  };
}

/** Scrolls what the pointer is at the edge of, for as long as it is. */
function scrollAtEdges(at: { x: number; y: number }, signal: AbortSignal, after: () => void): void {
  const step = () => {
    if (signal.aborted) return;
    const within = document.elementsFromPoint(at.x, at.y);
    const near = within.flatMap((one) => one.closest<HTMLElement>(`[${SCROLLS}]`) ?? []);
    const boxes = new Set([...near, document.scrollingElement as HTMLElement]);
    let isMoved = false;
    for (const box of boxes) isMoved = scrollTowards(box, at) || isMoved;
    if (isMoved) after();
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function scrollTowards(box: HTMLElement, { x, y }: { x: number; y: number }): boolean {
  const isPage = box === document.scrollingElement;
  const { left, right, top, bottom } = isPage
    ? { left: 0, right: window.innerWidth, top: 0, bottom: window.innerHeight }
    : box.getBoundingClientRect();
  const by = (from: number, place: number, to: number): number =>
    place < from + EDGE ? -SPEED : place > to - EDGE ? SPEED : 0;
  const { scrollLeft, scrollTop } = box;
  const axis = box.getAttribute(SCROLLS);
  box.scrollBy(axis === 'y' ? 0 : by(left, x, right), axis === 'x' ? 0 : by(top, y, bottom));
  return box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop;
}
