import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { doingOn, forgetLeftPage } from '../api/left-page';

/** What the user was about to do on this page, which they left for a proof (`doing` of `OwnProof`): once, to go on with it. */
export function useLeftPage<T>(): T | null {
  const { pathname } = useLocation();
  const [doing] = useState(() => doingOn(pathname) as T | null);
  useEffect(() => {
    if (doing !== null) forgetLeftPage();
  }, [doing]);
  return doing;
}
