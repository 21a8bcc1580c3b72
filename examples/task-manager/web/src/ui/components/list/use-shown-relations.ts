import { useResourceContext } from 'react-admin';
import { useFieldRules } from '../../api/session';
import { useDefinition } from '../../application';

/**
 * A filter that expands the records that the visible columns refer to, so that none is first shown by its number, and none
 * requested on its own; for a given resource, or the current one.
 */
export function useShownRelations(
  isShown: (source: string) => boolean,
  ofResource?: string,
): { _expand?: string } {
  const resource = useResourceContext({ resource: ofResource }) ?? '';
  const fields = useDefinition(resource)?.fields ?? [];
  const rules = useFieldRules();
  if (rules === null) return {};
  const relations = fields
    .filter(({ source }) => isShown(source) && rules[resource]?.[source]?.read !== false)
    .flatMap(({ relation }) => relation ?? []);
  return relations.length > 0 ? { _expand: relations.join() } : {};
}
