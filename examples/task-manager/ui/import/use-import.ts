import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  changeImport,
  doImport,
  fetchImport,
  findOpen,
  forgetImport,
  isWorking,
  upload,
  type Hints,
  type Import,
  type ImportChange,
} from './imports';
import { useRemembered } from './remembered';

const MUTATIONS = ['import'];

/** The user's import into a model: the one that is not over, also after the page was left. */
export function useImport(model: string) {
  const client = useQueryClient();
  const { remember, recall } = useRemembered(model);
  const queryKey = ['import', model];
  const {
    data: one,
    error,
    isPending,
  } = useQuery({
    queryKey,
    queryFn: () => {
      const known = client.getQueryData<Import | null>(queryKey);
      return known ? fetchImport(known.id) : findOpen(model);
    },
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? 1000 : false),
    gcTime: 0,
  });
  const isLast = () => client.isMutating({ mutationKey: MUTATIONS }) === 1;
  const step = useMutation({
    mutationKey: MUTATIONS,
    // One after the other, as they were decided.
    scope: { id: 'import' },
    mutationFn: (work: () => Promise<Import | null>) => work(),
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (data) => isLast() && client.setQueryData(queryKey, data),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  useListsRenewed(one?.state === 'running' || one?.state === 'done' ? one.done : 0);
  const id = one?.id ?? 0;
  return {
    one,
    error,
    isPending,
    problem: step.error,
    isBusy: step.isPending,
    bring: (file: File, hints: Hints) =>
      step.mutate(async () => {
        const brought = await upload(model, file, hints);
        const columns = recall(brought);
        return columns ? changeImport(brought.id, { columns }) : brought;
      }),
    /** Seen at once, and sent after what was decided before. */
    change: (part: ImportChange) => {
      if (part.columns) remember(part.columns);
      client.setQueryData<Import | null>(queryKey, (before) => before && merged(before, part));
      step.mutate(() => changeImport(id, part));
    },
    check: () => step.mutate(() => doImport(id, 'check')),
    run: () => step.mutate(() => doImport(id, 'run')),
    stop: () => step.mutate(() => doImport(id, 'stop')),
    /** For another file; what is over keeps its failed rows for whoever asks for them. */
    leave: () =>
      step.mutate(() => (one?.state === 'done' ? Promise.resolve(null) : forgetImport(id))),
  };
}

export type TheImport = ReturnType<typeof useImport>;

const merged = (before: Import, { options, ...others }: ImportChange): Import => ({
  ...before,
  ...others,
  options: { ...before.options, ...options } as Import['options'],
  state: 'new',
});

/** What an import has written is in lists that were read before. */
function useListsRenewed(written: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (written > 0)
      void client.invalidateQueries({ predicate: ({ queryKey: [of] }) => of !== 'import' });
  }, [client, written]);
}
