import { Suspense, lazy, type ReactNode } from 'react';

/** The current writing direction, from `<html dir>`. */
export const pageDirection = (): 'ltr' | 'rtl' =>
  globalThis.document?.dir === 'rtl' ? 'rtl' : 'ltr';

const RightToLeft = lazy(() =>
  import('./right-to-left').then((module) => ({ default: module.RightToLeft })),
);

/** Mirrors every style where the page is written from right to left. */
export function Direction({ children }: { children: ReactNode }) {
  if (pageDirection() === 'ltr') return children;
  return (
    <Suspense fallback={null}>
      <RightToLeft>{children}</RightToLeft>
    </Suspense>
  );
}
