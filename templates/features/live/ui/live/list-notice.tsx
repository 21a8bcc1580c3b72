import { useState } from 'react';
import {
  useDataProvider,
  useListContext,
  useResourceContext,
  useTranslate,
  type DataProvider,
  type FilterPayload,
} from 'react-admin';
import { useFieldRule } from '../api/session';
import { useDefinition, type Row } from '../application';
import { listChanges, type ListChanges, type ListState } from './list-changes';
import { Notice } from './notice';
import { useAsking, useIsFollowed } from './use-asking';
import { useWriter, writerField } from './writer';

/** Says above a list that others have changed its records, and shows it as it is now. */
export function ListNotice() {
  const { refetch } = useListContext();
  const { changes, forget } = useListChanges();
  const text = useListText(changes);
  const show = () => {
    forget();
    void refetch();
  };
  return <Notice text={text} onShow={show} />;
}

interface Found {
  /** The page of records that was shown, and its filters. */
  of: unknown;
  subject: string;
  first: ListState;
  now: ListState;
}

function useListChanges() {
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider();
  const { data, total, filter, filterValues } = useListContext<Row>();
  const asked = useAsked(resource);
  const isFollowed = useIsFollowed(resource);
  const [found, setFound] = useState<Found | null>(null);
  const filters = { ...(filter as object), ...(filterValues as object) };
  const subject = JSON.stringify([resource, filters]);
  const isCurrent = found !== null && found.of === data && found.subject === subject;
  useAsking(isFollowed ? subject : null, async (signal) => {
    const now = await stateOf(provider, resource, filters, asked, signal);
    if (signal.aborted) return false;
    setFound({ of: data, subject, first: isCurrent ? found.first : now, now });
    return true;
  });
  const shown = data !== undefined && total !== undefined && isCurrent;
  const changes = shown ? listChanges({ rows: data, total, first: found.first }, found.now) : null;
  return { changes, forget: () => setFound(null) };
}

/** The fields that are asked for; without the time of its change a record does not tell what is new. */
function useAsked(resource: string): readonly string[] {
  const definition = useDefinition(resource);
  const { read } = useFieldRule('updated_at', resource);
  const writer = writerField(definition)?.source;
  if (definition?.timestamps !== true || !read) return [];
  return ['created_at', 'updated_at', ...(writer === undefined ? [] : [writer])];
}

/** The list under its filters now: its newest change alone, and how many records it has. */
async function stateOf(
  provider: DataProvider,
  resource: string,
  filters: FilterPayload,
  asked: readonly string[],
  signal: AbortSignal,
): Promise<ListState> {
  const isTimed = asked.length > 0;
  const { data, total = 0 } = await provider.getList<Row>(resource, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: isTimed ? 'updated_at' : 'id', order: 'DESC' },
    filter: { ...filters, ...NOT_ASKED, _fields: ['id', ...asked].join() },
    signal,
  });
  return { newest: isTimed ? data[0] : undefined, total };
}

/** What lists show beside their records. */
const NOT_ASKED = { _expand: undefined, _count: undefined };

function useListText(changes: ListChanges | null): string | null {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const writer = useWriter(resource, changes?.changed);
  if (changes === null || (changes.changed && writer === undefined)) return null;
  const { more, changed } = changes;
  const count = { smart_count: Math.abs(more) };
  const parts = [
    ...(more === 0 ? [] : [translate(more > 0 ? 'live.more' : 'live.fewer', count)]),
    ...(changed && writer === null ? [translate('live.some_changed')] : []),
    ...(changed && writer ? [translate('live.some_changed_by', { name: writer })] : []),
  ];
  return parts.join(', ');
}
