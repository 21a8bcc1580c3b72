import { useResourceContext } from 'react-admin';
import type { FieldRule } from '../api/session';
import { useFieldRules } from '../api/session';

const FREE: FieldRule = { read: true, write: true };

/** What the caller may do with a field of the current resource (or of the one given). */
export function useFieldRule(source: string, resource?: string): FieldRule {
  const current = useResourceContext({ resource });
  const rules = useFieldRules();
  return rules?.[current ?? '']?.[source] ?? FREE;
}

/** The same for many fields at once. */
export function useFieldRuleOf(resource?: string): (source: string) => FieldRule {
  const current = useResourceContext({ resource });
  const rules = useFieldRules();
  return (source) => rules?.[current ?? '']?.[source] ?? FREE;
}
