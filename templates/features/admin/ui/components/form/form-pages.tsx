import { lazy, useContext, useRef, useState, type ReactNode } from 'react';
import {
  CreateBase,
  EditBase,
  RecordContextProvider,
  useEditContext,
  useNotify,
  useRecordContext,
  useResourceContext,
  useTranslate,
  type HttpError,
} from 'react-admin';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import {
  recordPath,
  useApplication,
  useIsClosed,
  type FieldFact,
  type Row,
} from '../../application';
import { isWhole } from '../../api/record-values';
import { isRefused, isSignedIn } from '../../api/session';
import { useFirstData } from '../../first-paint';
import { FINISHED, insidePath, useAddressedId, useIsHere } from '../navigation';
import { PageHeader } from '../page-header';
import { DeleteRecordButton } from '../delete-record';
import { useSaidChange } from '../said-change';
import { useLabels, useProblemTexts } from '../texts';
import { AsideContext } from './aside';
import { FormFacts } from './use-form-input';
import { FormFrame } from './form-frame';
import { MadeAgain, OnDirty, useDraft } from './unsaved-changes';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { OnDemand, RecordError, isOnlyStale } from '../messages';
import { PageLoading } from '../loading';

export interface FormPageProps {
  /** Facts about the fields; the model's definition by default. */
  fields?: readonly FieldFact[];
  /** Where saving leads; the record's page by default. */
  redirect?: 'show' | 'edit' | 'list';
  children: ReactNode;
}

/** A form for a new record; `?source={...}` sets initial values, `?back=/...` is where saving leads. In a panel, the panel says both. */
export function CreatePage({ fields, redirect = 'show', children }: FormPageProps) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  const texts = useProblemTexts(resource);
  const [error, setError] = useState<Error | null>(null);
  const onSuccess = useAfterCreate(redirect);
  const isMore = useRef(false);
  const [round, setRound] = useState(1);
  const created = (row: Row) => {
    onSuccess(row, isMore.current);
    setError(null);
    if (isMore.current) setRound(round + 1);
  };
  const { draft, discard } = useDraft(null);
  const name = labels.oneWithin(resource);
  const aside = useContext(AsideContext);
  return (
    <CreateBase
      key={round}
      redirect={false}
      {...(aside && { record: aside.first })}
      mutationOptions={{
        onSuccess: created,
        onError: (reason) => setError(texts.inWords(reason as Error)),
      }}
    >
      {aside === null && (
        <PageHeader
          title={translate('form.new', { name })}
          crumbs={[{ label: labels.many(resource), to: `/${resource}` }]}
        />
      )}
      <FormFacts fields={fields}>
        <FormFrame
          submit={translate('form.create')}
          error={error}
          autoFocus
          onMore={aside === null ? (more) => void (isMore.current = more) : undefined}
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
  const navigate = useNavigate();
  const labels = useLabels();
  const [query] = useSearchParams();
  const back = insidePath(query.get('back'));
  const isHere = useIsHere();
  const aside = useContext(AsideContext);
  return (row: Row, isMore: boolean) => {
    if (!isSignedIn()) return;
    const name = row._label ?? labels.one(resource ?? '');
    notify('form.created', { type: 'success', messageArgs: { name } });
    if (!isHere() || isMore) return;
    if (aside !== null) aside.onCreated(row);
    else if (back !== null) void navigate(back, { state: FINISHED });
    else void navigate(pathAfter(target, resource ?? '', row), { state: AT_TOP });
  };
}

/** react-admin's word for a page that one does not come back to. */
const AT_TOP = { ...FINISHED, _scrollToTop: true };

/** Where a saved record leads. */
function pathAfter(target: 'show' | 'edit' | 'list', resource: string, { id }: Row): string {
  if (target === 'list') return `/${resource}`;
  return recordPath(resource, id) + (target === 'show' ? '/show' : '');
}

const ConflictDialog = lazy(() =>
  import('./conflict-dialog').then((module) => ({ default: module.ConflictDialog })),
);

interface Refusal {
  error: HttpError;
  /** What the user wanted to save. */
  mine: Row;
}

/** A form for an existing record; a version that has changed meanwhile is never overwritten without asking. */
export function EditPage({ fields, redirect = 'show', children }: FormPageProps) {
  const resource = useResourceContext() ?? '';
  const id = useAddressedId();
  const texts = useProblemTexts(resource);
  const translate = useTranslate();
  const say = useSaidChange();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isHere = useIsHere();
  const client = useQueryClient();
  const saved = (row: Row) => {
    if (!isSignedIn()) return;
    say(translate('form.updated', { name: row._label }));
    // The response to a write has no version; the next one needs the version that it created.
    void client.invalidateQueries({ queryKey: [resource, 'getOne'] });
    if (isHere()) void navigate(pathAfter(redirect, resource, row), { state: AT_TOP });
  };
  if (isRefused('edit', resource)) return <Navigate to="/access-denied" />;
  return (
    <EditBase
      id={id}
      disableAuthentication
      mutationMode="pessimistic"
      redirect={false}
      queryOptions={QUERY_OPTIONS}
      mutationOptions={{
        onSuccess: saved,
        onError: (error, variables) =>
          setRefusal({
            error: texts.inWords(error as HttpError),
            mine: (variables as { data: Row }).data,
          }),
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
  // The form is not replaced automatically; only a failed first load is repeated.
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
  const resource = useResourceContext() ?? '';
  const isClosed = useIsClosed(resource, record);
  // A row of a list has no lines, and no version that the save could be refused by.
  const isRead = record !== undefined && isWhole(record);
  if (!useFirstData(isPending)) return null;
  if (error && !(isRead && isOnlyStale(error, record)))
    return <RecordError error={error as Error} />;
  if (!isRead) return <PageLoading />;
  if (isClosed) return <Navigate to={`${recordPath(resource, record.id)}/show`} replace />;
  return <EditForm key={record?.id} {...props} />;
}

function EditForm({ refusal, onSaved, onDecided, children }: EditViewProps) {
  const translate = useTranslate();
  const { features } = useApplication();
  const { record, refetch } = useEditContext<Row>();
  const { draft, discard } = useDraft(record?.id ?? null);
  const [changed, setChanged] = useState(draft?.read ?? null);
  const [compared, setCompared] = useState<Row | null>(null);
  const isConflict = refusal?.error.status === 412;
  const mine = isConflict ? refusal.mine : compared;
  const decided = () => {
    setCompared(null);
    onDecided();
  };
  const forget = () => {
    discard();
    setChanged(null);
  };
  const [kept, setKept] = useState<{ of: Row['_etag']; changes: Partial<Row> } | null>(null);
  const takeTheirs = async (changes: Partial<Row>) => {
    forget();
    const { data } = await refetch();
    setKept({ of: data?._etag, changes });
  };
  return (
    // Input is a change of the version that was read at the time, even when a newer one arrives during typing.
    <RecordContextProvider value={changed ?? record}>
      <EditHeader />
      {mine && (
        <OnDemand onClose={decided}>
          <ConflictDialog
            mine={mine}
            onSaved={onSaved}
            onTheirs={(changes) => void takeTheirs(changes)}
            onClose={decided}
          />
        </OnDemand>
      )}
      <FormFrame
        submit={translate('form.save')}
        error={isConflict ? null : (refusal?.error ?? null)}
        restored={draft && { draft, onDiscard: forget }}
        actions={<DeleteRecordButton />}
      >
        {kept && kept.of === record?._etag && <MadeAgain changes={kept.changes} />}
        <OnDirty onDirty={() => setChanged(changed ?? record ?? null)} />
        {features.map(
          ({ name, EditPart }) =>
            EditPart && (
              <EditPart
                key={name}
                onTheirs={(changes) => void takeTheirs(changes)}
                onCompare={setCompared}
              />
            ),
        )}
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
        { label: name, to: `${recordPath(resource, record?.id ?? '')}/show` },
      ]}
    />
  );
}
