import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import { useDefinition } from '../../application/application';
import type { FieldFact } from '../../application/app-resource';

const FieldFacts = createContext<readonly FieldFact[]>([]);

export interface FormFactsProps {
  /** Those of the model by default. */
  fields: readonly FieldFact[] | undefined;
  children: ReactNode;
}

/** Tells the inputs of a form what is known of its fields. */
export function FormFacts({ fields, children }: FormFactsProps) {
  const known = useDefinition(useResourceContext())?.fields ?? [];
  return <FieldFacts value={fields ?? known}>{children}</FieldFacts>;
}

/** What is known of a field in this form. */
export function useFieldFact(source: string): FieldFact | undefined {
  return useContext(FieldFacts).find((fact) => fact.source === source);
}
