import type { Limits, Person } from '../naive/naive.js';

/** A user by their roles, and by the ids by which rows tell whose they are. */
export function nameOf({ id, roles, tenants, limits }: Person): string {
  const of = tenants.length === 0 ? 'no tenant' : `tenant ${tenants.join(' and ')}`;
  const key = limits ? `, ${nameOfKey(limits)}` : '';
  return `${roles.join(' and ') || 'no role'} (user ${id}, ${of}${key})`;
}

function nameOfKey({ models, readOnly }: Limits): string {
  const some = models === null ? '' : ` for ${models.join(', ')}`;
  return `API key${some}${readOnly ? ' that only reads' : ''}`;
}
