import { useMemo } from 'react';
import { useResourceContext } from 'react-admin';
import { needsNoInput, useCanWrite, useFieldRules } from '../api/session';
import { useApplication, useDefinition, type FieldFact, type Row } from '../application';

/** Whether the user may change a field of a record where it stands. */
export type IsEditable = (record: Row, source: string) => boolean;

/** What the user may change in the list; null where that is nothing. */
export function useEditable(): IsEditable | null {
  const resource = useResourceContext() ?? '';
  const definition = useDefinition(resource);
  const { features } = useApplication();
  const rules = useFieldRules()?.[resource];
  const canEdit = useCanWrite(resource, 'edit');
  return useMemo(() => {
    if (!canEdit || definition?.inputs === undefined) return null;
    const isOpen = (fact: FieldFact) => {
      const { read = true, write = true } = rules?.[fact.source] ?? {};
      return read && write && isEntered(fact) && !needsNoInput(resource, fact);
    };
    const open = new Set(definition.fields.filter(isOpen).map(({ source }) => source));
    const isClosed = (record: Row) =>
      features.some((feature) => feature.isClosed?.(definition, record) ?? false);
    return (record, source) => open.has(source) && !isClosed(record);
  }, [resource, definition, features, rules, canEdit]);
}

/** Whether people enter the field of a record that is there already; the facts of fields have no files. */
const isEntered = ({ source, stamp = false, key = false }: FieldFact): boolean =>
  !stamp && !key && source !== 'created_at' && source !== 'updated_at';
