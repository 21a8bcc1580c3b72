import type { User } from '../../api/session';
import { readCached } from '../../api/storage';
import type { ResourceDefinition, RowRule } from '../../application/app-resource';

/** Which rows a list shows, by the rules that narrow it. */
const SEEN: Readonly<Record<string, string>> = {
  owner: 'list.empty_owner',
  tenant: 'list.empty_tenant',
  owner_tenant: 'list.empty_owner_tenant',
};
export const NO_TENANT = 'list.empty_no_tenant';

export interface EmptyTexts {
  title: string;
  /** Sentences, one after the other. */
  help: string[];
}

/** What a list without rows says. Where a user sees only some rows, nobody can tell whether there are others. */
export function emptyTexts(model: ResourceDefinition | undefined, mayCreate: boolean): EmptyTexts {
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
