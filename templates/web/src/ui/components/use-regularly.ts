import { useEffect } from 'react';

/** Of what goes on while somebody looks at it. */
const PAUSE = 5000;

/** Does something every few seconds while the page is in sight. */
export function useRegularly(work: () => unknown): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void work();
    }, PAUSE);
    return () => clearInterval(timer);
  }, [work]);
}
