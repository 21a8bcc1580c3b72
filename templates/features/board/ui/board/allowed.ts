import { useResourceContext } from 'react-admin';
import { useFieldRuleOf } from '../api/session';
import type { FieldFact, Row } from '../application';
import { useNextValues } from '../components/next-values';
import { useMayEdit } from '../layouts/may-edit';
import type { ColumnValue } from './board-query';

/**
 * Whether the signed-in user may put a record into another column, as forms and steps allow it; or into another place, whose
 * field is named. The service decides.
 */
export function useMayMove(
  fact: FieldFact,
): (row: Row, to: ColumnValue, place?: string) => boolean {
  const resource = useResourceContext() ?? '';
  const mayEdit = useMayEdit();
  const ruleOf = useFieldRuleOf(resource);
  const nextValues = useNextValues();
  return (row, to, place) => {
    if (!mayEdit(row)) return false;
    if (place !== undefined) return ruleOf(place).write;
    if (!ruleOf(fact.source).write || fact.stamp === true) return false;
    if (to === null) return fact.required !== true && fact.steps === undefined;
    return fact.values === undefined || nextValues(fact, row).includes(String(to));
  };
}
