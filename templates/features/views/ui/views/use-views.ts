import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useResourceContext, useTranslate } from 'react-admin';
import { request } from '../api/http';
import { signedInUser } from '../api/session';
import { useDefinition } from '../application';
import { ownView, teamView, type ListView, type SavedView, type ViewContent } from './view';

const VIEWS = '/_views';
const keyOf = () => ['views', signedInUser()];

/** The labels that crudgen gives, which are told in the reader's language until somebody gives others. */
export const USUAL_LABELS: Readonly<Record<string, string>> = {
  Mine: 'mine',
  Overdue: 'overdue',
  'Mine, overdue': 'mine_overdue',
  Upcoming: 'upcoming',
  Past: 'past',
};

/** The views over the list: those of the team, then one's own. */
export function useViews() {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const team = useDefinition(resource)?.views ?? [];
  const { data, isError } = useOwnViews();
  const labelled = (view: ListView): ListView => {
    const usual = USUAL_LABELS[view.label];
    return usual === undefined ? view : { ...view, usual, label: translate(`views.${usual}`) };
  };
  const own = data?.filter(({ model }) => model === resource) ?? [];
  return {
    views: [...team.map(teamView).map(labelled), ...own.map(ownView)],
    isLoaded: data !== undefined,
    isFailed: isError,
  };
}

/** One's own views of all lists. */
export const useOwnViews = (enabled = true) =>
  useQuery({
    enabled,
    queryKey: keyOf(),
    queryFn: async ({ signal }) => (await request<SavedView[]>(VIEWS, { signal })).data,
    staleTime: Infinity,
    retry: false,
  });

/** Writes one's own views. */
export function useSavedViews() {
  const resource = useResourceContext() ?? '';
  const client = useQueryClient();
  const put = (change: (known: readonly SavedView[]) => readonly SavedView[]) =>
    client.setQueryData<readonly SavedView[]>(keyOf(), (known = []) => change(known));
  return {
    add: async (name: string, content: ViewContent): Promise<ListView> => {
      const body = { model: resource, name, ...content };
      const { data } = await request<SavedView>(VIEWS, { method: 'POST', body });
      put((known) => [...known, data]);
      return ownView(data);
    },
    change: async (
      id: number,
      body: Partial<ViewContent & { name: string }>,
    ): Promise<ListView> => {
      const { data } = await request<SavedView>(`${VIEWS}/${id}`, { method: 'PATCH', body });
      put((known) => known.map((one) => (one.id === id ? data : one)));
      return ownView(data);
    },
    remove: async (id: number): Promise<void> => {
      await request(`${VIEWS}/${id}`, { method: 'DELETE' });
      put((known) => known.filter((one) => one.id !== id));
    },
  };
}
