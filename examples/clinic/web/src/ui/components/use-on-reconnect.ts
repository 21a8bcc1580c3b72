import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

/** Does `work` whenever the connection is back; what queries read comes again without it. */
export function useOnReconnect(work: () => void): void {
  const onReconnect = useEffectEvent(work);
  useEffect(() => onlineManager.subscribe((online) => online && onReconnect()), []);
}
