import { useEffect, useState } from 'react';
import { useResourceContext } from 'react-admin';
import type { Draft } from '../../api/draft';
import { draftOf, dropDraft } from '../../api/draft';
import { signedInUser } from '../../api/session';

/** What the user had typed into this form when their session ended; from here on the form has it, or it is discarded. */
export function useDraft(id: number | null): { draft: Draft | null; discard: () => void } {
  const resource = useResourceContext() ?? '';
  const [draft, setDraft] = useState(() => {
    const user = signedInUser();
    return user === null ? null : draftOf({ user, resource, id });
  });
  useEffect(() => {
    if (draft !== null) dropDraft();
  }, [draft]);
  return { draft, discard: () => setDraft(null) };
}
