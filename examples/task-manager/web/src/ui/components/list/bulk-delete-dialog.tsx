import type { HttpError, Identifier } from 'react-admin';
import {
  useDeleteMany,
  useListContext,
  useNotify,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { PartialFailure } from '../../api/data-provider';
import { isSignedIn } from '../../api/session';
import { ConfirmDialog } from '../confirm-dialog';
import { useBulkFailure } from '../use-problem-texts';

export interface BulkDialogProps {
  ids: Identifier[];
  onClose: () => void;
}

/** Asks once, then deletes the selected rows; what could not be deleted is said. */
export function BulkDeleteDialog({ ids, onClose }: BulkDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const resource = useResourceContext();
  const { onSelect, refetch } = useListContext();
  const tellFailure = useBulkFailure();
  const [deleteMany, { isPending }] = useDeleteMany();
  const finish = (left: Identifier[]) => {
    onSelect(left);
    void refetch();
    onClose();
  };
  const run = () =>
    deleteMany(
      resource,
      { ids },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => {
          if (!isSignedIn()) return;
          notify('bulk.deleted', { type: 'success', messageArgs: { smart_count: ids.length } });
          finish([]);
        },
        onError: (error) => {
          tellFailure(error as Error);
          finish(((error as HttpError).body as Partial<PartialFailure> | undefined)?.ids ?? ids);
        },
      },
    );
  return (
    <ConfirmDialog
      title={translate('bulk.delete_title', { smart_count: ids.length })}
      text={translate('bulk.delete_help')}
      confirm={translate('list.bulk_delete')}
      danger
      busy={isPending}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}
