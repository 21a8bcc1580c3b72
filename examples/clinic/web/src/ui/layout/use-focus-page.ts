import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** After a navigation the page has the focus, so that Tab goes on in it; a tree that is walked by keyboard keeps it, and so does a field. */
export function useFocusPage(page: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    if (document.activeElement?.closest('[role="listbox"], main form')) return;
    page.current?.focus({ preventScroll: true });
  }, [page, pathname]);
}
