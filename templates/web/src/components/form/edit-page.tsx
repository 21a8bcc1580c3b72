import { useState } from 'react';
import {
  EditBase,
  useEditContext,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { HttpError } from 'react-admin';
import type { Row } from '../../api/data-provider';
import { isSignedIn } from '../../api/session';
import { LoadingPage } from '../../layout/messages';
import { PageHeader } from '../page-header';
import { RecordError } from '../record-error';
import { DeleteButton } from '../show/delete-button';
import { useLabels } from '../use-labels';
import { ConflictDialog } from './conflict-dialog';
import type { FormPageProps } from './create-page';
import { FieldFacts } from './field-facts';
import { FormFrame } from './form-frame';
import { FINISHED } from './unsaved-changes-guard';

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
  const saved = (row: Row) => {
    if (!isSignedIn()) return;
    notify('form.updated', { type: 'success', messageArgs: { name: row._label } });
    go(redirect, resource, row.id, row, FINISHED);
  };
  return (
    <EditBase
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={{ onError: () => undefined }}
      mutationOptions={{
        onSuccess: saved,
        onError: (error, variables) =>
          setRefusal({ error: error as HttpError, mine: (variables as { data: Row }).data }),
      }}
    >
      <FieldFacts value={fields}>
        <EditView refusal={refusal} onSaved={saved} onDecided={() => setRefusal(null)}>
          {children}
        </EditView>
      </FieldFacts>
    </EditBase>
  );
}

interface EditViewProps {
  refusal: Refusal | null;
  onSaved: (row: Row) => void;
  onDecided: () => void;
  children: FormPageProps['children'];
}

function EditView({ refusal, onSaved, onDecided, children }: EditViewProps) {
  const translate = useTranslate();
  const { error, isPending } = useEditContext();
  if (error) return <RecordError error={error as Error} />;
  if (isPending) return <LoadingPage />;
  const isConflict = refusal?.error.status === 412;
  return (
    <>
      <EditHeader />
      {isConflict && <ConflictDialog mine={refusal.mine} onSaved={onSaved} onClose={onDecided} />}
      <FormFrame
        submit={translate('form.save')}
        error={isConflict ? null : (refusal?.error ?? null)}
        actions={<DeleteButton />}
      >
        {children}
      </FormFrame>
    </>
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
