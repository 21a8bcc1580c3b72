import { useEffect, useEffectEvent } from 'react';
import { useIsDirty } from './use-is-dirty';

/** Tells when somebody begins to change what the form shows. */
export function OnDirty({ onDirty }: { onDirty: () => void }) {
  const isDirty = useIsDirty();
  const tell = useEffectEvent(onDirty);
  useEffect(() => {
    if (isDirty) tell();
  }, [isDirty]);
  return null;
}
