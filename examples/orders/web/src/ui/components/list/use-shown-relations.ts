import { useResourceContext } from 'react-admin';
import { useFieldRules } from '../../api/session';
import { useDefinition } from '../../application';

/**
 * A filter that asks for the records that the shown columns refer to with those of the list, so that none is first shown by its
 * number, and none asked for on its own; of a resource, or of that around.
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
