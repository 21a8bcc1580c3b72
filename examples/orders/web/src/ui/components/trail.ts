import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The pages of this visit by their places in the history, since the browser does not tell what stands before. */
const trail = new Map<number, string>();

/** Remembers the way through the application, from the time when it was opened or somebody signed in. */
export function useTrail(): void {
  const { pathname } = useLocation();
  useEffect(() => void trail.set(place(), pathname));
  useEffect(() => () => trail.clear(), []);
}

/** Whether one step back is another page of the application. */
export function hasPageBefore(): boolean {
  const before = trail.get(place() - 1);
  return before !== undefined && before !== trail.get(place());
}

/** The router counts its entries from 0. */
function place(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}
