import AddIcon from '@mui/icons-material/Add';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList, useListContext, useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { sessionMayDo, signedInUser, useCanWrite, type User } from '../../api/session';
import { readCached } from '../../api/storage';
import { ofTenant, tenantsFor, useTenants } from '../../api/tenants';
import { useApplication, useDefinition, type ModelDefinition } from '../../application';
import { MessagePanel } from '../messages';
import { CompactButton } from '../page-header';
import { useErrorText, useLabels } from '../texts';

/** A list without rows: what a feature says of it, or that nothing matches, or that there are no records yet. */
export function ListEmpty() {
  const { filterValues } = useListContext();
  const { features } = useApplication();
  return features.reduceRight<ReactNode>(
    (usual, { ListEmpty: Empty }) => (Empty ? <Empty>{usual}</Empty> : usual),
    Object.keys(filterValues).length > 0 ? <NoMatch /> : <NoRecords />,
  );
}

function NoMatch() {
  const translate = useTranslate();
  const labels = useLabels();
  const name = labels.manyWithin(useResourceContext() ?? '');
  const { filterValues } = useListContext();
  const isAhead = Object.values(filterValues).every((value) => value === 'start_of_today');
  return (
    <MessagePanel
      icon={SearchOffIcon}
      title={translate(isAhead ? 'list.none_ahead' : 'list.no_match_title', { name })}
      help={translate(isAhead ? 'list.none_ahead_help' : 'list.no_match_help')}
    >
      <ClearButton />
      {isAhead && <CreateRecordButton />}
    </MessagePanel>
  );
}

function NoRecords() {
  const translate = useTranslate();
  const labels = useLabels();
  const resource = useResourceContext() ?? '';
  const canAccess = useCanWrite(resource, 'create');
  const isRestricted = useIsRestricted();
  const { chosen } = useTenants();
  const tenant = Object.keys(ofTenant(resource)).length > 0 ? chosen?.name : undefined;
  const texts = emptyTexts(useDefinition(resource), isRestricted, canAccess);
  const { title, help } = tenant === undefined ? texts : { ...texts, ...EMPTY_IN_TENANT };
  return (
    <MessagePanel
      icon={InboxIcon}
      title={translate(title, { name: labels.manyWithin(resource), tenant })}
      help={help.map((key) => translate(key)).join(' ')}
    >
      {title === NO_TENANT ? <AccountButton /> : <CreateRecordButton />}
    </MessagePanel>
  );
}

/** Leads to the form for a new record, where the user may create one; if it is compact, a phone shows its icon alone. */
export function CreateRecordButton({ isCompact = false }: { isCompact?: boolean }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const labels = useLabels();
  if (!useCanWrite(resource, 'create')) return null;
  const label = translate('list.create', { name: labels.oneWithin(resource) });
  const button = {
    'aria-keyshortcuts': 'C',
    variant: 'contained',
    color: 'primary',
  } as const;
  const to = `/${resource}/create`;
  if (isCompact) return <CompactButton {...button} to={to} icon={AddIcon} label={label} />;
  return (
    <Button {...button} component={Link} to={to} startIcon={<AddIcon />}>
      {label}
    </Button>
  );
}

/** Links users who may change users to their own account, with its tenants. */
function AccountButton() {
  const translate = useTranslate();
  if (!sessionMayDo('edit', 'user')) return null;
  return (
    <Button component={Link} to={`/user/${signedInUser()}`} variant="outlined">
      {translate('list.own_account')}
    </Button>
  );
}

/** A list that the service refused or failed to return. */
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

/** Which rows a list shows, by the rules that restrict it. */
const VISIBLE_ROWS: Readonly<Record<string, string>> = {
  owner: 'list.empty_owner',
  tenant: 'list.empty_tenant',
  owner_tenant: 'list.empty_owner_tenant',
};
const NO_TENANT = 'list.empty_no_tenant';
/** Where the list is restricted to the tenant that the user works in. */
const EMPTY_IN_TENANT = { title: 'list.empty_in_tenant', help: ['list.empty_in_tenant_help'] };

export interface EmptyTexts {
  title: string;
  /** Sentences, one after another. */
  help: string[];
}

/** The texts of an empty list. Where a user sees only some rows, it is unknown whether there are others. */
function emptyTexts(
  model: ModelDefinition | undefined,
  isRestricted: boolean,
  mayCreate: boolean,
): EmptyTexts {
  const tenants = readCached<User>('user')?.tenants ?? [];
  const rows = model?.rows ?? [];
  const seen = rows.filter((rule) => rule !== 'tenant' || tenants.length > 0);
  if (isRestricted && rows.length > 0 && seen.length === 0)
    return { title: NO_TENANT, help: ['list.empty_no_tenant_help'] };
  const create = mayCreate ? ['list.empty_create'] : [];
  if (isRestricted) {
    const which = VISIBLE_ROWS[seen.join('_')] ?? 'list.empty_ruled';
    return { title: 'list.empty_seen', help: [which, ...create] };
  }
  return { title: 'list.empty_title', help: mayCreate ? create : ['list.empty_help'] };
}

/** Whether the user sees only some rows of the empty list, whether there are others or not, according to the service. */
export function useIsRestricted(): boolean {
  const { meta } = useListContext();
  const isRestricted = (meta as { isRestricted?: boolean } | undefined)?.isRestricted === true;
  const isOfAll = useIsOfEveryTenant(useResourceContext() ?? '', isRestricted);
  return isRestricted && !isOfAll;
}

/** Whether records are restricted to tenants, and the user belongs to every one of them; only asked for where it matters. */
function useIsOfEveryTenant(resource: string, matters: boolean): boolean {
  const rows = useDefinition(resource)?.rows ?? [];
  const own = tenantsFor(resource, useTenants()).length;
  const isByTenant = rows.length === 1 && rows[0] === 'tenant' && own > 0;
  const isAsked = matters && isByTenant && sessionMayDo('list', 'tenant');
  const { total } = useGetList('tenant', ONLY_COUNTED, { enabled: isAsked });
  return isAsked && total === own;
}

const ONLY_COUNTED = {
  pagination: { page: 1, perPage: 0 },
  sort: { field: 'id', order: 'ASC' },
} as const;
