import { useQuery } from '@tanstack/react-query';
import type { Row } from '../application';
import { request } from './http';
import { isAdmin, signedInUser, type Role, type User } from './session';
import { readCached } from './storage';

/** The roles that the signed-in user may give to users; undefined until the service has told them. */
export function useGivenRoles(enabled = true): readonly string[] | undefined {
  const { data } = useQuery({
    queryKey: ['given-roles', signedInUser()],
    queryFn: async () => {
      const { data: roles } = await request<Role[]>('/auth/roles?may_give=true');
      return roles.map(({ name }) => name);
    },
    enabled,
  });
  return data;
}

/**
 * Whether a user has a role or a tenant that the signed-in user may not give: how they sign in is not theirs to change. The service
 * alone decides; where it does not tell the roles, it says so when it is asked.
 */
export function useIsAbove(resource: string, record: Row | undefined): boolean {
  const own = readCached<User>('user');
  const isAsked = resource === 'user' && record?.id !== undefined && own !== null;
  const isLimited = isAsked && !isAdmin(own.roles);
  const roles = useGivenRoles(isLimited);
  if (!isLimited || roles === undefined) return false;
  return hasOthers(record['roles'], roles) || hasOthers(record['tenants'], own.tenants);
}

const hasOthers = (keys: unknown, given: readonly unknown[]): boolean =>
  Array.isArray(keys) && keys.some((key) => !given.includes(key));

const RIGHTS: readonly string[] = ['roles', 'tenants'];
const SIGN_IN: readonly string[] = ['username', 'email', 'password', 'status'];

/** Whether a field of such a user has no input: people still change how they sign in themselves. */
export const isOutOfReach = (source: string, { id }: Row): boolean =>
  RIGHTS.includes(source) || (SIGN_IN.includes(source) && id !== signedInUser());
