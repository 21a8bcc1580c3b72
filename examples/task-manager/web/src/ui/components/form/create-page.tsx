import type { ReactNode } from 'react';
import { useState } from 'react';
import { CreateBase, useNotify, useRedirect, useResourceContext, useTranslate } from 'react-admin';
import { useNavigate, useSearchParams } from 'react-router';
import type { Row } from '../../api/data-provider';
import { isSignedIn } from '../../api/session';
import type { FieldFact } from '../../application/app-resource';
import { FINISHED, insidePath, useIsHere } from '../navigation';
import { PageHeader } from '../page-header';
import { useLabels } from '../use-labels';
import { FormFacts } from './field-facts';
import { FormFrame } from './form-frame';
import { useDraft } from './restored-draft';

export interface FormPageProps {
  /** What is known of the fields; what the model's definition says by default. */
  fields?: readonly FieldFact[];
  /** Where to go after saving; the record's page by default. */
  redirect?: 'show' | 'edit' | 'list';
  children: ReactNode;
}

/** A form for a new record; `?source={...}` fills it in advance, `?back=/...` is where saving leads. */
export function CreatePage({ fields, redirect = 'show', children }: FormPageProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const [error, setError] = useState<Error | null>(null);
  const onSuccess = useAfterCreate(redirect);
  const { draft, discard } = useDraft(null);
  const name = labels.one(resource);
  return (
    <CreateBase
      redirect={false}
      mutationOptions={{
        onSuccess: (row: Row) => onSuccess(row),
        onError: (reason) => setError(reason as Error),
      }}
    >
      <PageHeader
        title={translate('form.new', { name: name.toLowerCase() })}
        crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
      />
      <FormFacts fields={fields}>
        <FormFrame
          submit={translate('form.create')}
          error={error}
          autoFocus
          restored={draft && { draft, onDiscard: discard }}
        >
          {children}
        </FormFrame>
      </FormFacts>
    </CreateBase>
  );
}

function useAfterCreate(target: 'show' | 'edit' | 'list') {
  const resource = useResourceContext();
  const notify = useNotify();
  const redirect = useRedirect();
  const navigate = useNavigate();
  const labels = useLabels();
  const [query] = useSearchParams();
  const back = insidePath(query.get('back'));
  const isHere = useIsHere();
  return (row: Row) => {
    if (!isSignedIn()) return;
    const name = row._label ?? labels.one(resource ?? '');
    notify('form.created', { type: 'success', messageArgs: { name } });
    if (!isHere()) return;
    if (back !== null) void navigate(back, { state: FINISHED });
    else redirect(target, resource, row.id, row, FINISHED);
  };
}
