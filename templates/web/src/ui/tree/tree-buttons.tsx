import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import Button from '@mui/material/Button';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Row } from '../api/data-provider';
import { useDefinition } from '../application/application';
import { CompactButton } from '../components/compact-button';

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
  const resource = useResourceContext();
  const record = useRecordContext<Row>();
  const translate = useTranslate();
  if (useDefinition(resource)?.parent == null || record === undefined) return null;
  return (
    <CompactButton
      icon={AccountTreeIcon}
      label={translate('tree.show')}
      to={`/${resource}/tree/${record.id}`}
    />
  );
}
