import type { Project } from '../../service/engine/service/project.js';
import type { EngineWithPolicy } from '../../service/engine/records/create-engine.js';

/**
 * Adds users without a tenant to new ones: otherwise the administrator of a new project would see none of their rows. Returns
 * the names of those users.
 */
export async function joinTenants(
  { system }: EngineWithPolicy,
  user: Project['user'],
  tenants: readonly number[],
): Promise<readonly string[]> {
  const joined: string[] = [];
  const users = system<object>(user);
  for await (const one of users.each()) {
    const { id, username, tenants: own } = one as typeof one & KnownUser;
    if (own.length > 0) continue;
    await users.update(id, { tenants });
    joined.push(username);
  }
  return joined;
}

interface KnownUser {
  readonly username: string;
  readonly tenants: readonly number[];
}
