import TrashIcon from '@mui/icons-material/DeleteOutlined';
import { useResourceContext, useTranslate } from 'react-admin';
import { useCanWrite } from '../api/session';
import { page, useDefinition, type UiFeature } from '../application';
import { CompactButton } from '../components/page-header';
import { DeletedToast } from './deleted-toast';
import { trashPath, useTrashCount } from './use-trash';

/** The deleted records of a list, on a page of their own, with what brings them back. */
export const trash: UiFeature = {
  name: 'trash',
  modelPages: [{ path: 'trash', page: page(() => import('./trash-page'), 'TrashPage') }],
  ListAction: OpenTrash,
  deletion: {
    isFor: ({ trashedAt }) => trashedAt !== undefined,
    help: 'trash.delete_help',
    Toast: DeletedToast,
  },
  texts: {
    en: {
      open: 'Trash',
      open_some: 'Trash (%{count})',
      title: 'Trash: %{name}',
      help: 'Deleted records come back with all that went with them, until their time is over.',
      empty: 'The trash is empty.',
      delete_help: 'It goes to the trash, from which it can be restored.',
      deleted_one: '%{name} is in the trash',
      deleted: 'deleted %{when}',
      by: 'by %{name}',
      with: 'with %{name}',
      select: 'Select %{name}',
      select_all: 'Select all on this page',
      selected: '%{smart_count} selected',
      restore: 'Restore',
      restore_one: 'Restore %{name}',
      purge: 'Delete for good',
      purge_one: 'Delete for good: %{name}',
      purge_title:
        'Delete %{smart_count} record for good? |||| Delete %{smart_count} records for good?',
      purge_help: 'Nothing brings it back after that, nor what went with it.',
      restored: '%{smart_count} record restored |||| %{smart_count} records restored',
      purged: '%{smart_count} record deleted for good |||| %{smart_count} records deleted for good',
      open_other: 'Open %{name}',
      more: 'Show more',
    },
  },
};

/** Leads from a list to its trash, for those who may delete. */
export function OpenTrash() {
  const resource = useResourceContext() ?? '';
  const canDelete = useCanWrite(resource, 'delete');
  const hasTrash = useDefinition(resource)?.trashedAt !== undefined;
  return canDelete && hasTrash ? <TrashLink resource={resource} /> : null;
}

function TrashLink({ resource }: { resource: string }) {
  const translate = useTranslate();
  const count = useTrashCount(resource);
  const label = count > 0 ? translate('trash.open_some', { count }) : translate('trash.open');
  return <CompactButton icon={TrashIcon} label={label} to={trashPath(resource)} />;
}
