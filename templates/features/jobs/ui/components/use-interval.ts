import { useEffect } from 'react';

/** Milliseconds between two refreshes of a visible page. */
const INTERVAL = 5000;

/** Does something every few seconds while the page is visible. */
export function useInterval(work: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void work();
    }, INTERVAL);
    return () => clearInterval(timer);
  }, [work]);
}
