import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { useLocation } from 'react-router';
import { sessionMayDo } from '../api/session';
import { listQuery, request } from '../api/http';
import {
  allResources,
  type Application,
  type AppResource,
  recordId,
  type RecordId,
  type Row,
  useApplication,
} from '../application';

/** A record whose page was opened; its label is loaded again, with the reader's permissions. */
export interface Opened {
  resource: string;
  id: RecordId;
}

const KEY = 'opened_records';
const MAX_OPENED = 8;

/** The record that a path shows or edits; null for any other path. */
export function openedAt(pathname: string, application: Application): Opened | null {
  const [, name, id, isShown] = /^\/([^/]+)\/([^/]+)(\/show)?$/.exec(pathname) ?? [];
  const resource = allResources(application).find((one) => one.name === name);
  if (resource === undefined || id === undefined) return null;
  if (resource.key === undefined && !/^\d+$/.test(id)) return null;
  if (isShown === undefined && pagesOfModels(application).includes(id)) return null;
  return { resource: resource.name, id: recordId(resource, decoded(id)) };
}

/** The names of pages that stand where the id of a record stands. */
const pagesOfModels = ({ features }: Application): readonly string[] => [
  'create',
  ...features.flatMap(({ modelPages = [] }) => modelPages.map(({ path }) => path.split('/')[0]!)),
];

/** A part of an address; as it is if somebody has typed it wrongly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The records with one more at the front, without duplicates. */
export function withOpened(all: readonly Opened[], one: Opened): readonly Opened[] {
  return [one, ...all.filter((other) => !isSame(one, other))].slice(0, MAX_OPENED);
}

const isSame = (one: Opened | null, other: Opened): boolean =>
  one?.resource === other.resource && one.id === other.id;

/** Stores in this browser, until sign-out, which records were opened last. */
export function useRememberOpened(): void {
  const { pathname } = useLocation();
  const application = useApplication();
  const [, setOpened] = useStore<readonly Opened[]>(KEY, []);
  useEffect(() => {
    const one = openedAt(pathname, application);
    if (one !== null) setOpened((all: readonly Opened[]) => withOpened(all, one));
  }, [pathname, application, setOpened]);
}

export interface OpenedRecord {
  resource: AppResource;
  row: Row;
}

/** The recently opened records that still exist, except for the current one. */
export function useOpenedRecords(): OpenedRecord[] {
  const application = useApplication();
  const here = openedAt(useLocation().pathname, application);
  const [all] = useStore<readonly Opened[]>(KEY, []);
  const opened = all.filter((one) => !isSame(here, one));
  const resources = allResources(application).filter(
    ({ name }) => sessionMayDo('list', name) && opened.some(({ resource }) => resource === name),
  );
  const answers = useQueries({
    queries: resources.map(({ name }) => openedQuery(name, opened)),
  });
  return opened.flatMap(({ resource: name, id }) => {
    const at = resources.findIndex((resource) => resource.name === name);
    const row = answers[at]?.data?.find((one) => one.id === id);
    return row === undefined ? [] : [{ resource: resources[at]!, row }];
  });
}

function openedQuery(name: string, opened: readonly Opened[]) {
  const ids = opened.filter(({ resource }) => resource === name).map(({ id }) => id);
  return {
    queryKey: ['search', name, 'opened', ids],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await request<Row[]>(`/${name}?${listQuery({ filter: { id: ids } })}`, { signal })).data,
    staleTime: 10_000,
    retry: false,
  };
}
