import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { RecordId } from '../application';

/** What is marked with it is the element of a record. */
export const RECORD = 'data-record';
const MILLISECONDS = 220;

/** Lets the element of one record slide from where it was to where it is now; the others are there at once. */
export function useSlide(area: RefObject<HTMLElement | null>, id: RecordId | null): void {
  const places = useRef(new Map<string, DOMRect>());
  useLayoutEffect(() => {
    const elements = area.current?.querySelectorAll<HTMLElement>(`[${RECORD}]`) ?? [];
    const now = new Map([...elements].map((one) => [one.getAttribute(RECORD)!, one] as const));
    const before = places.current.get(String(id));
    const element = now.get(String(id));
    if (element && before) slide(element, before);
    places.current = new Map(
      [...now].map(([key, one]) => [key, one.getBoundingClientRect()] as const),
    );
  });
}

function slide(element: HTMLElement, from: DOMRect): void {
  const to = element.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || Math.hypot(x, y) < 1) return;
  const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }];
  element.animate(frames, { duration: MILLISECONDS, easing: 'ease-out' });
}
