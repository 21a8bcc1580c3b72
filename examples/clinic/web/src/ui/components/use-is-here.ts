import { useCallback, useEffect, useRef } from 'react';

/** Tells what comes late whether its page is still there, or the user has left it. */
export function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}
