import { useEffect } from 'react';
import { useRecordContext, useSourceContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { ChoiceInput, type ChoiceInputProps } from '../components/form/inputs';
import { useFieldFact, useInputPlace } from '../components/form/use-form-input';
import { anyValues, nextValues } from './allowed-values';

/** One of the values that a record may have next: its present one, and those to which its steps lead. */
export function StepInput({ source, required = false, ...props }: ChoiceInputProps) {
  const fact = useFieldFact(source);
  const record = useRecordContext();
  const stored = useInputPlace()?.first ?? record;
  const isNew = stored?.['id'] === undefined;
  const present = isNew ? null : (stored[source] as string | null | undefined);
  const values = fact === undefined ? [] : valuesOf(present);
  useStart(source, values, isNew);

  function valuesOf(from: string | null | undefined): readonly string[] {
    // A value that its writer may not read.
    if (from === undefined) return anyValues(fact!);
    return from === null ? nextValues(fact!, null) : [from, ...nextValues(fact!, from)];
  }

  // A record that has a value keeps one.
  const isRequired = required || typeof present === 'string';
  return <ChoiceInput {...{ ...props, source, values }} required={isRequired} />;
}

/** A copy of a record begins anew: a new record has no value with which none may begin. */
function useStart(source: string, values: readonly string[], isNew: boolean): void {
  const { getSource } = useSourceContext();
  const { getValues, setValue } = useFormContext();
  const name = getSource(source);
  const first = values.length === 1 ? values[0]! : null;
  const known = values.join('\n');
  useEffect(() => {
    const value: unknown = getValues(name);
    const isOdd = typeof value === 'string' && value !== '' && !known.split('\n').includes(value);
    if (isNew && isOdd) setValue(name, first);
  }, [isNew, name, known, first, getValues, setValue]);
}
