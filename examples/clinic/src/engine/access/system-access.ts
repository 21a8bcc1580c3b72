import { FieldSets } from './field-sets.js';
import type { CurrentUser } from '../model/current-user.js';
import type { Access } from './policy.js';

/** The service's own jobs act under this name. */
export const SYSTEM_USER: CurrentUser = { id: 0, username: 'system', roles: [], tenants: [] };

const sets = new FieldSets('system');

/** Every action, every row, every field: for the service's own jobs, never for a request. */
export const SYSTEM_ACCESS: Access = {
  unbound: true,
  grant: (user, _action, model) => ({
    user,
    where: model.exists,
    shows: true,
    ...sets.of(model, null),
  }),
  rowWhere: (_user, model) => model.exists,
};
