import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify, useResourceContext, useTranslate, type HttpError } from 'react-admin';
import type { RecordId, Row } from '../application';
import type { Values } from '../api/record-values';
import { isSignedIn } from '../api/session';
import { useSaidChange } from '../components/said-change';
import { useProblemTexts } from '../components/texts';
import { useWriteSeen } from '../components/write-seen';

export interface Moves {
  /** Records that were moved and are not read again yet, as they will be. */
  moved: ReadonlyMap<RecordId, Row>;
  /** The record that was refused last: it goes back to where it was. */
  refused: RecordId | null;
  /** Saves a record with other values, and reads again what these keys name. False where it was refused, which is said. */
  move: (seen: Row, values: Values, outdated: readonly QueryKey[]) => Promise<boolean>;
}

/** The records of a layout that are moved by hand. Each is shown where it goes at once, and goes back if the service refuses that. */
export function useMoves(): Moves {
  const [moved, setMoved] = useState<ReadonlyMap<RecordId, Row>>(new Map());
  const [refused, setRefused] = useState<RecordId | null>(null);
  const resource = useResourceContext() ?? '';
  const save = useSave();
  const client = useQueryClient();
  const put = (id: RecordId, row: Row | null) =>
    setMoved((old) => {
      const others = [...old].filter(([one]) => one !== id);
      return new Map(row === null ? others : [...others, [id, row]]);
    });
  const move = async (seen: Row, values: Values, outdated: readonly QueryKey[]) => {
    put(seen.id, { ...seen, ...values });
    setRefused(null);
    const isSaved = await save(seen, values);
    if (!isSaved) setRefused(seen.id);
    // It stays where it was put until it is read there; one that was refused may have gone anywhere.
    if (isSaved)
      await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
    put(seen.id, null);
    if (!isSaved) void client.invalidateQueries({ queryKey: [resource] });
    return isSaved;
  };
  return { moved, refused, move };
}

/** Writes values into the version of a record that its reader sees: one that others have changed there meanwhile is not written. */
function useSave(): (seen: Row, values: Values) => Promise<boolean> {
  const resource = useResourceContext() ?? '';
  const write = useWriteSeen();
  const client = useQueryClient();
  const notify = useNotify();
  const say = useSaidChange();
  const translate = useTranslate();
  const texts = useProblemTexts(resource);
  return async (seen, values) => {
    const warn = () => {
      if (isSignedIn()) notify(translate('show.changed_since'), { type: 'warning' });
      return false;
    };
    try {
      const written = await write(seen, values);
      if (written === null) return warn();
      if (!isSignedIn()) return false;
      // Read again where it is opened next.
      await client.invalidateQueries({ queryKey: [resource], refetchType: 'none' });
      say(translate('form.updated', { name: written._label }));
      return true;
    } catch (error) {
      if ((error as HttpError).status === 412) return warn();
      notify(`${seen._label}: ${texts.ofError(error as Error)}`, { type: 'error' });
      return false;
    }
  };
}
