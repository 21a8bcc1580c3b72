import { useResourceContext } from 'react-admin';
import { useCanWrite, useFieldRuleOf } from '../api/session';
import { useApplication, useDefinition, type FieldFact, type Row } from '../application';
import { useNextValues } from '../components/next-values';
import type { ColumnValue } from './board-query';

/**
 * Whether the signed-in user may put a record into another column, as forms and steps allow it; or into another place, whose
 * field is named. The service decides.
 */
export function useMayMove(
  fact: FieldFact,
): (row: Row, to: ColumnValue, place?: string) => boolean {
  const resource = useResourceContext() ?? '';
  const { features } = useApplication();
  const definition = useDefinition(resource);
  const canEdit = useCanWrite(resource, 'edit');
  const ruleOf = useFieldRuleOf(resource);
  const nextValues = useNextValues();
  return (row, to, place) => {
    if (!canEdit || definition?.edit === undefined) return false;
    if (features.some(({ isClosed }) => isClosed?.(definition, row))) return false;
    if (place !== undefined) return ruleOf(place).write;
    if (!ruleOf(fact.source).write || fact.stamp === true) return false;
    if (to === null) return fact.required !== true && fact.steps === undefined;
    return fact.values === undefined || nextValues(fact, row).includes(String(to));
  };
}
