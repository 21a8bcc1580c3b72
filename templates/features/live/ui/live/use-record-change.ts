import { useState } from 'react';
import {
  useDataProvider,
  useResourceContext,
  useTranslate,
  type DataProvider,
  type HttpError,
} from 'react-admin';
import { type Row } from '../application';
import { useAsking, useIsFollowed } from './use-asking';
import { useWriter } from './writer';

export interface RecordChange {
  /** The record as others have saved it; null where it is no longer there for the reader. */
  theirs: Row | null;
  /** Who has changed it, in a sentence. */
  text: string;
}

interface Found {
  /** The version that was read. */
  of: Row['_etag'];
  theirs: Row | null;
}

/** What others have made of a record since this version of it was read; null while that is nothing. */
export function useRecordChange(read: Row | undefined): RecordChange | null {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const provider = useDataProvider();
  const isFollowed = useIsFollowed(resource);
  const [found, setFound] = useState<Found | null>(null);
  const current = found !== null && found.of === read?._etag ? found : null;
  const isAsked = isFollowed && typeof read?._etag === 'string';
  useAsking(isAsked ? `${resource} ${read.id} ${read._etag}` : null, async (signal) => {
    const known = current?.theirs ?? read!;
    const theirs = await newerThan(known, { resource, provider, signal });
    if (signal.aborted || theirs === undefined) return !signal.aborted;
    setFound({ of: read!._etag, theirs });
    return theirs !== null;
  });
  const writer = useWriter(resource, current?.theirs);
  if (current === null) return null;
  if (current.theirs === null) return { theirs: null, text: translate('live.gone') };
  if (writer === undefined) return null;
  const text = writer === null ? 'live.changed' : 'live.changed_by';
  return { theirs: current.theirs, text: translate(text, { name: writer }) };
}

interface Place {
  resource: string;
  provider: DataProvider;
  signal: AbortSignal;
}

const NOT_MODIFIED = 304;
const GONE: readonly number[] = [403, 404];

/** The record, if there is a newer version of it: null where it is no longer there for the reader, undefined where there is none. */
async function newerThan(
  { id, _etag: ifNoneMatch }: Row,
  { resource, provider, signal }: Place,
): Promise<Row | null | undefined> {
  try {
    return (await provider.getOne<Row>(resource, { id, meta: { ifNoneMatch }, signal })).data;
  } catch (error) {
    const { status } = error as HttpError;
    if (status === NOT_MODIFIED) return undefined;
    if (GONE.includes(status)) return null;
    throw error;
  }
}
