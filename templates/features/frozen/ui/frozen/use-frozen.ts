import { useGetManyAggregate } from 'react-admin';
import { sessionMayDo } from '../api/session';
import { useDefinition, type ModelDefinition, type RecordId, type Row } from '../application';
import { isFrozen } from './is-frozen';

/** Whether a record changes no more for the signed-in user, by itself or as a line of a record that does not. */
export function useFrozen(definition: ModelDefinition | undefined, record: Row | undefined) {
  const parent = useParent(definition?.frozenWith, record);
  const above = useDefinition(definition?.frozenWith?.reference);
  if (definition === undefined || record === undefined) return false;
  return isFrozen(definition, record) || (above && parent ? isFrozen(above, parent) : false);
}

/** The record to which a line belongs: read with the line, or asked for, once for all lines of a page. */
function useParent(fact: ModelDefinition['frozenWith'], record: Row | undefined): Row | undefined {
  const { reference = '', target = '', relation = '' } = fact ?? {};
  const id = record?.[target] as RecordId | null | undefined;
  const read = record?.[relation] as Row | null | undefined;
  const enabled = id != null && read == null && sessionMayDo('list', reference);
  const { data } = useGetManyAggregate<Row>(reference, { ids: enabled ? [id] : [] }, { enabled });
  return read ?? data?.[0];
}
