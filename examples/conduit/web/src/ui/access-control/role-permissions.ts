import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../api/http';
import { sessionMayDo, type FieldRule } from '../api/session';
import { useDebounced } from '../components/use-debounced';

/** One of the rules of a model of which any lets a row through; `field` is the one that it checks. */
export interface RowRuleText {
  rule: 'owner' | 'tenant' | 'parent' | 'custom';
  field?: string;
}

/** What users of a role may do with a model, by the service's own policy. */
export interface ModelPermissions {
  actions: readonly string[];
  /** Every field of the model. */
  fields: Readonly<Record<string, FieldRule>>;
  /** Null where they see every row. */
  rows: readonly RowRuleText[] | null;
}

const TYPING_PAUSE = 300;

/** What a role with these methods, stored or not, would be allowed per model; for users who may edit roles. */
export function useRolePermissions(role: string, methods: readonly string[]) {
  const name = useDebounced(role, TYPING_PAUSE);
  const query = new URLSearchParams({ role: name, methods: methods.join() });
  return useQuery({
    queryKey: ['role', 'permissions', String(query)],
    queryFn: async ({ signal }) => {
      const path = `/auth/role-permissions?${query}`;
      return (await request<Record<string, ModelPermissions>>(path, { signal })).data;
    },
    enabled: sessionMayDo('edit', 'role'),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
