import { page, useDefinition, type Row, type UiFeature } from '../application';
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import { Button } from '@mui/material';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { CompactButton } from '../components/page-header';
import { treePath } from './tree-path';

/** The records of a model that refers to itself, as columns. */
export const tree: UiFeature = {
  name: 'tree',
  modelPages: [{ path: 'tree/:id?', page: page(() => import('./tree-page'), 'TreePage') }],
  ListAction: OpenTree,
  ShowAction: ShowInTree,
  texts: {
    en: {
      title: '%{name}: tree',
      top: 'Top level',
      children: 'Below %{name}',
      add: 'Add below',
      add_top: 'Add at the top',
      move: 'Move…',
      move_title: 'Move %{name}',
      move_help: 'Pick its new parent.',
      new_parent: 'New parent',
      to_top: 'To the top level',
      move_submit: 'Move',
      moved: '%{name} moved',
      cycle: '“%{name}” is below the record you are moving, so it cannot be its parent.',
      itself: 'A record cannot be its own parent.',
      empty: 'Nothing below this.',
      empty_top: 'Nothing here yet.',
      count: '%{smart_count} below',
      select: 'Select a record to see what is below it.',
      keys: 'Arrow keys move, Enter opens.',
      open: 'Tree view',
      table: 'Table view',
      show: 'Show in tree',
    },
  },
};

/** Leads from the list of a model that refers to itself to its tree. */
export function OpenTree() {
  const resource = useResourceContext();
  const translate = useTranslate();
  if (useDefinition(resource)?.parent == null) return null;
  return (
    <Button
      component={Link}
      to={`/${resource}/tree`}
      variant="outlined"
      startIcon={<AccountTreeIcon />}
    >
      {translate('tree.open')}
    </Button>
  );
}

/** Leads from a record to its place in the tree. */
export function ShowInTree() {
  const resource = useResourceContext() ?? '';
  const record = useRecordContext<Row>();
  const translate = useTranslate();
  if (useDefinition(resource)?.parent == null || record === undefined) return null;
  return (
    <CompactButton
      icon={AccountTreeIcon}
      label={translate('tree.show')}
      to={treePath(resource, record.id)}
    />
  );
}
