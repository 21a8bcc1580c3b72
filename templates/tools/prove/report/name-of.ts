import type { Person } from '../naive/naive.js';

/** A user by their roles, and by the ids by which rows tell whose they are. */
export function nameOf({ id, roles, tenants }: Person): string {
  const of = tenants.length === 0 ? 'no tenant' : `tenant ${tenants.join(' and ')}`;
  return `${roles.join(' and ') || 'no role'} (user ${id}, ${of})`;
}
