import { createContext, useContext } from 'react';
import type { FieldFact } from '../../application/field-fact';

/** The facts of the fields that a form edits. */
export const FieldFacts = createContext<readonly FieldFact[]>([]);

/** What is known of a field in this form. */
export function useFieldFact(source: string): FieldFact | undefined {
  return useContext(FieldFacts).find((fact) => fact.source === source);
}
