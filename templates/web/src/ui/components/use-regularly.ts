import { useEffect } from 'react';

/** Milliseconds between two refreshes of a visible page. */
const PAUSE = 5000;

/** Does something every few seconds while the page is visible. */
export function useRegularly(work: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void work();
    }, PAUSE);
    return () => clearInterval(timer);
  }, [work]);
}
