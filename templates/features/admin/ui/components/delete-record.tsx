import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Button } from '@mui/material';
import { Fragment, useState } from 'react';
import {
  useDelete,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
  type HttpError,
} from 'react-admin';
import { useIsAbove } from '../api/ceiling';
import type { Dependent, Problem } from '../api/http';
import { isSignedIn, useCanWrite } from '../api/session';
import {
  allResources,
  type DeletionParts,
  type Row,
  useApplication,
  useDefinition,
  useIsClosed,
  useRecordId,
} from '../application';
import { Cascaded, useCascades } from './cascaded';
import { ConfirmDialog, DialogFrame, type ConfirmDialogProps } from './confirm-dialog';
import { CountedLink } from './counted-link';
import { formatNumber, humanize } from './formats';
import { listPieces } from './list-pieces';
import { FINISHED } from './navigation';
import { CompactButton } from './page-header';
import { useErrorText } from './texts';

/** Deletes the record on the page after a confirmation; absent where the user may not. */
export function DeleteRecordButton() {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const canDelete = useCanWrite(resource, 'delete');
  const isAbove = useIsAbove(resource, record);
  const isClosed = useIsClosed(resource, record);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { run, isPending, kept, forget } = useDeleteRecord(close);
  if (!canDelete || isAbove || isClosed) return null;
  if (record === undefined || record['is_preset'] === true) return null;
  return (
    <>
      <CompactButton
        icon={DeleteIcon}
        label={translate('form.delete')}
        color="error"
        onClick={() => setAsking(true)}
      />
      {asking && (
        <DeleteDialog
          record={record}
          busy={isPending}
          onConfirm={() => run(record)}
          onClose={close}
        />
      )}
      {kept && <DependentsDialog name={record._label} error={kept} onClose={forget} />}
    </>
  );
}

type DeleteDialogProps = Pick<ConfirmDialogProps, 'busy' | 'onConfirm' | 'onClose'> & {
  record: Row;
};

/** How records of a model are deleted that are not gone after that; undefined where they are. */
export function useDeletion(resource: string): DeletionParts | undefined {
  const { features } = useApplication();
  const definition = useDefinition(resource);
  return features
    .flatMap(({ deletion }) => deletion ?? [])
    .find(({ isFor }) => definition && isFor(definition));
}

/** Asks before a record is deleted, and says what else that does; what prevents it leaves nothing to confirm. */
function DeleteDialog({ record, ...answers }: DeleteDialogProps) {
  const translate = useTranslate();
  const deleted = { resource: useResourceContext() ?? '', ids: [record.id] };
  const { data } = useCascades(deleted);
  const refused = data !== undefined && data.preventing.length > 0;
  const help = useDeletion(deleted.resource)?.help ?? 'form.delete_help';
  return (
    <ConfirmDialog
      {...answers}
      title={translate(refused ? 'depends.title' : 'form.delete_title', { name: record._label })}
      text={translate(refused ? 'depends.one' : help)}
      confirm={translate('form.delete')}
      danger
      refused={refused}
    >
      <Cascaded {...deleted} />
    </ConfirmDialog>
  );
}

/** Why a record was not deleted: what depends on it. */
function DependentsDialog({
  name,
  error,
  onClose,
}: {
  name: string;
  error: Error;
  onClose: () => void;
}) {
  const translate = useTranslate();
  return (
    <DialogFrame
      title={translate('depends.title', { name })}
      text={translate('depends.help')}
      actions={
        <Button variant="outlined" autoFocus onClick={onClose}>
          {translate('app.close')}
        </Button>
      }
      onClose={onClose}
    >
      <Box>
        <Dependents error={error} />
      </Box>
    </DialogFrame>
  );
}

function useDeleteRecord(close: () => void) {
  const resource = useResourceContext();
  const notify = useNotify();
  const redirect = useRedirect();
  const errorText = useErrorText();
  const [deleteOne, { isPending }] = useDelete();
  const [kept, setKept] = useState<Error | null>(null);
  const { Toast } = useDeletion(resource ?? '') ?? {};
  const refused = (error: Error) => {
    close();
    if (hasDependents(error)) setKept(error);
    else notify(errorText(error), { type: 'error', autoHideDuration: 10_000 });
  };
  const run = (record: Row) =>
    void deleteOne(
      resource,
      { id: record.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (!isSignedIn()) return;
          const told = { type: 'success', messageArgs: { name: record._label } } as const;
          notify(
            Toast ? <Toast resource={resource ?? ''} record={record} /> : 'form.deleted',
            told,
          );
          redirect('list', resource, undefined, undefined, FINISHED);
        },
        onError: (error) => refused(error as Error),
      },
    );
  return { run, isPending, kept, forget: () => setKept(null) };
}

/** Whether a record was not deleted because others depend on it. */
export function hasDependents(error: Error): boolean {
  const { dependents = [], hidden_dependents: hidden = false } = problemOf(error);
  return dependents.length > 0 || hidden;
}

/** What prevents a record's deletion: how many records of which model, with links to them, and whether there are hidden ones. */
export function Dependents({ error }: { error: Error }) {
  const translate = useTranslate();
  const { dependents = [], hidden_dependents: hidden = false } = problemOf(error);
  const hiddenKey = dependents.length > 0 ? 'depends.hidden_too' : 'depends.hidden';
  const all = [
    ...dependents.map((one) => <DependentLink key={`${one.model} ${one.field}`} {...one} />),
    ...(hidden ? [translate(hiddenKey)] : []),
  ];
  return listPieces(all.length).map((piece, at) => (
    <Fragment key={at}>{typeof piece === 'number' ? all[piece] : piece}</Fragment>
  ));
}

function DependentLink({ model, field, count, list }: Dependent) {
  const resource = allResources(useApplication()).find((one) => one.model === model)?.name;
  const idOf = useRecordId(useResourceContext() ?? '');
  if (resource === undefined) return `${formatNumber(count)} × ${humanize(model)}`;
  const filter = list === undefined ? null : { [field]: idsIn(list).map(idOf) };
  return <CountedLink {...{ resource, count, filter }} />;
}

/** The ids in the filter of a list path: `/task?project_id=1`. */
const idsIn = (list: string): string[] => [
  ...new URLSearchParams(list.slice(list.indexOf('?'))).values(),
];

function problemOf(error: Error): Partial<Problem> {
  return ((error as HttpError).body ?? {}) as Partial<Problem>;
}
