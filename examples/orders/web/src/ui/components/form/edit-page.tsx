import type { Query } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { HttpError } from 'react-admin';
import {
  EditBase,
  RecordContextProvider,
  useEditContext,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { Row } from '../../api/data-provider';
import { isSignedIn } from '../../api/session';
import { DeleteButton } from '../delete-button';
import { LoadingPage, OnDemand } from '../loading-page';
import { isOnlyStale, RecordError } from '../record-error';
import { FINISHED, useIsHere } from '../navigation';
import { PageHeader } from '../page-header';
import { useLabels } from '../use-labels';
import type { FormPageProps } from './create-page';
import { FormFacts } from './field-facts';
import { FormFrame } from './form-frame';
import { useDraft } from './restored-draft';
import { OnDirty } from './unsaved-changes-guard';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog').then((module) => ({ default: module.ConflictDialog })),
);

interface Refusal {
  error: HttpError;
  /** What the user wanted to save. */
  mine: Row;
}

/** A form for a present record; a version that changed meanwhile is never overwritten without asking. */
export function EditPage({ fields, redirect = 'show', children }: FormPageProps) {
  const resource = useResourceContext() ?? '';
  const notify = useNotify();
  const go = useRedirect();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isHere = useIsHere();
  const client = useQueryClient();
  const saved = (row: Row) => {
    if (!isSignedIn()) return;
    notify('form.updated', { type: 'success', messageArgs: { name: row._label } });
    // The answer to a write has no version; what comes next needs the one that it made.
    void client.invalidateQueries({ queryKey: [resource, 'getOne'] });
    if (isHere()) go(redirect, resource, row.id, row, FINISHED);
  };
  return (
    <EditBase
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={QUERY_OPTIONS}
      mutationOptions={{
        onSuccess: saved,
        onError: (error, variables) =>
          setRefusal({ error: error as HttpError, mine: (variables as { data: Row }).data }),
      }}
    >
      <FormFacts fields={fields}>
        <EditView refusal={refusal} onSaved={saved} onDecided={() => setRefusal(null)}>
          {children}
        </EditView>
      </FormFacts>
    </EditBase>
  );
}

const QUERY_OPTIONS = {
  onError: () => undefined,
  // The form is not replaced by itself; what could not be read at all comes when it can.
  refetchOnReconnect: ({ state }: Query<Row>) => state.data === undefined,
};

interface EditViewProps {
  refusal: Refusal | null;
  onSaved: (row: Row) => void;
  onDecided: () => void;
  children: FormPageProps['children'];
}

function EditView(props: EditViewProps) {
  const { error, isPending, record } = useEditContext<Row>();
  if (error && !isOnlyStale(error, record)) return <RecordError error={error as Error} />;
  if (isPending) return <LoadingPage />;
  return <EditForm key={record?.id} {...props} />;
}

function EditForm({ refusal, onSaved, onDecided, children }: EditViewProps) {
  const translate = useTranslate();
  const { record, refetch } = useEditContext<Row>();
  const { draft, discard } = useDraft(record?.id ?? null);
  const [changed, setChanged] = useState(draft?.read ?? null);
  const isConflict = refusal?.error.status === 412;
  const forget = () => {
    discard();
    setChanged(null);
  };
  const takeTheirs = () => {
    forget();
    void refetch();
  };
  return (
    // What is typed is a change of the version that was read then, also when a newer one comes while one types.
    <RecordContextProvider value={changed ?? record}>
      <EditHeader />
      {isConflict && (
        <OnDemand onClose={onDecided}>
          <ConflictDialog
            mine={refusal.mine}
            onSaved={onSaved}
            onTheirs={takeTheirs}
            onClose={onDecided}
          />
        </OnDemand>
      )}
      <FormFrame
        submit={translate('form.save')}
        error={isConflict ? null : (refusal?.error ?? null)}
        restored={draft && { draft, onDiscard: forget }}
        actions={<DeleteButton />}
      >
        <OnDirty onDirty={() => setChanged(changed ?? record ?? null)} />
        {children}
      </FormFrame>
    </RecordContextProvider>
  );
}

function EditHeader() {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const record = useRecordContext<Row>();
  const name = record?._label ?? '';
  return (
    <PageHeader
      title={translate('form.editing', { name })}
      crumbs={[
        { label: labels.many(resource), to: `/${resource}` },
        { label: name, to: `/${resource}/${record?.id}/show` },
      ]}
    />
  );
}
