import AddIcon from '@mui/icons-material/Add';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import Button from '@mui/material/Button';
import { useCanAccess, useListContext, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { User } from '../../api/session';
import { signedInUser } from '../../api/session';
import { readCached } from '../../api/storage';
import type { ResourceDefinition, RowRule } from '../../application/app-resource';
import { useDefinition } from '../../application/application';
import { MessagePanel } from '../message-panel';
import { useLabels } from '../use-labels';
import { useErrorText } from '../use-problem-texts';

/** A list without rows: nothing matches, or there is nothing yet. */
export function ListEmpty() {
  const { filterValues } = useListContext();
  return Object.keys(filterValues).length > 0 ? <NoMatch /> : <NoRecords />;
}

function NoMatch() {
  const translate = useTranslate();
  return (
    <MessagePanel
      icon={SearchOffIcon}
      title={translate('list.no_match_title')}
      help={translate('list.no_match_help')}
    >
      <ClearButton />
    </MessagePanel>
  );
}

function NoRecords() {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const { canAccess } = useCanAccess({ resource, action: 'create' });
  const { title, help } = emptyTexts(useDefinition(resource), canAccess ?? false);
  return (
    <MessagePanel
      icon={InboxIcon}
      title={translate(title, { name: labels.many(resource).toLowerCase() })}
      help={help.map((key) => translate(key)).join(' ')}
    >
      {title === NO_TENANT && <AccountButton />}
      {canAccess && title !== NO_TENANT && (
        <Button
          component={Link}
          to={`/${resource}/create`}
          variant="contained"
          color="primary"
          startIcon={<AddIcon />}
        >
          {translate('list.create', { name: labels.one(resource).toLowerCase() })}
        </Button>
      )}
    </MessagePanel>
  );
}

/** Leads who may change users to their own account, where its tenants are. */
function AccountButton() {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: 'user', action: 'edit' });
  if (!canAccess) return null;
  return (
    <Button component={Link} to={`/user/${signedInUser()}`} variant="outlined">
      {translate('list.own_account')}
    </Button>
  );
}

/** A list that the service refused or could not give. */
export function ListError({ error }: { error: Error }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { filterValues, refetch } = useListContext();
  return (
    <MessagePanel
      icon={ErrorIcon}
      role="alert"
      title={translate('list.error_title')}
      help={errorText(error)}
    >
      <Button variant="outlined" onClick={() => refetch()}>
        {translate('app.retry')}
      </Button>
      {Object.keys(filterValues).length > 0 && <ClearButton />}
    </MessagePanel>
  );
}

function ClearButton() {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  return (
    <Button variant="outlined" onClick={() => setFilters({})}>
      {translate('list.clear_filters')}
    </Button>
  );
}

/** Which rows a list shows, by the rules that narrow it. */
const SEEN: Readonly<Record<string, string>> = {
  owner: 'list.empty_owner',
  tenant: 'list.empty_tenant',
  owner_tenant: 'list.empty_owner_tenant',
};
const NO_TENANT = 'list.empty_no_tenant';

export interface EmptyTexts {
  title: string;
  /** Sentences, one after the other. */
  help: string[];
}

/** What a list without rows says. Where a user sees only some rows, nobody can tell whether there are others. */
function emptyTexts(model: ResourceDefinition | undefined, mayCreate: boolean): EmptyTexts {
  const tenants = readCached<User>('user')?.tenants ?? [];
  const rows = rowsOf(model);
  const seen = rows.filter((rule) => rule !== 'tenant' || tenants.length > 0);
  if (rows.length > 0 && seen.length === 0)
    return { title: NO_TENANT, help: ['list.empty_no_tenant_help'] };
  const create = mayCreate ? ['list.empty_create'] : [];
  if (seen.length > 0)
    return { title: 'list.empty_seen', help: [SEEN[seen.join('_')]!, ...create] };
  return { title: 'list.empty_title', help: mayCreate ? create : ['list.empty_help'] };
}

/** Whether a user sees only some rows of a model, be there others or not. */
export function showsSomeRows(model: ResourceDefinition | undefined): boolean {
  return rowsOf(model).length > 0;
}

function rowsOf(model: ResourceDefinition | undefined): readonly RowRule[] {
  return model?.rows ?? [];
}
