import type { Project } from '../../service/src/engine/service/project.js';
import type { EngineWithPolicy } from '../../service/src/engine/crud/create-engine.js';

/**
 * Creates rows, and if that created the first tenants as well, adds users without a tenant to them: otherwise the
 * administrator of a new project would see none of the rows. Returns the result of `make`, and the names of those users.
 */
export async function joiningTenants<T>(
  { system, models }: EngineWithPolicy,
  user: Project['user'],
  make: () => Promise<T>,
): Promise<readonly [made: T, joined: readonly string[]]> {
  const tenant = models.find(({ name }) => name === 'Tenant');
  const before = tenant ? await system(tenant.entity).count() : 1;
  const made = await make();
  if (before > 0 || !tenant) return [made, []];
  const found = await system(tenant.entity).find();
  const tenants = found.map(({ id }) => id);
  const joined: string[] = [];
  if (tenants.length === 0) return [made, joined];
  const users = system<object>(user);
  for await (const one of users.each()) {
    const { id, username, tenants: own } = one as typeof one & KnownUser;
    if (own.length > 0) continue;
    await users.update(id, { tenants });
    joined.push(username);
  }
  return [made, joined];
}

interface KnownUser {
  readonly username: string;
  readonly tenants: readonly number[];
}
