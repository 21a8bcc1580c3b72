import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { forgetSelections } from '../store';

/** A selection ends when its page is left, and with the filter that showed its rows; it goes on over pages and orders of a list. */
export function useSelectionOfVisit(): void {
  const { pathname, search } = useLocation();
  const filter = new URLSearchParams(search).get('filter') ?? '{}';
  useEffect(() => forgetSelections, [pathname, filter]);
}
