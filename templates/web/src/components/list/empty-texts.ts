import type { User } from '../../api/session';
import { readCached } from '../../api/storage';
import { resources } from '../../pages/resources.gen';

export const NO_TENANT = 'list.empty_no_tenant';

export interface EmptyTexts {
  title: string;
  /** Sentences, one after the other. */
  help: string[];
}

/** What a list without rows says. Where a user sees only some rows, nobody can tell whether there are others. */
export function emptyTexts(resource: string, mayCreate: boolean): EmptyTexts {
  const tenants = readCached<User>('user')?.tenants ?? [];
  const rows = resources.find(({ name }) => name === resource)?.rows ?? [];
  const seen = rows.filter((rule) => rule !== 'tenant' || tenants.length > 0);
  if (rows.length > 0 && seen.length === 0)
    return { title: NO_TENANT, help: ['list.empty_no_tenant_help'] };
  const create = mayCreate ? ['list.empty_create'] : [];
  if (seen.length > 0)
    return { title: 'list.empty_seen', help: [`list.empty_${seen.join('_')}`, ...create] };
  return { title: 'list.empty_title', help: mayCreate ? create : ['list.empty_help'] };
}
