import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { SourceContextProvider, useSourceContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

export interface ShowIfProps {
  /** The field on which the inputs depend. */
  field: string;
  /** The values with which they are shown; any value unless given. */
  is?: readonly (string | number | boolean)[];
  children: ReactNode;
}

/**
 * Inputs that are shown only where another field has some value. What was typed into them is taken back when they are hidden: a
 * new record is saved without it, and one that was there keeps what it had.
 */
export function ShowIf({ field, is, children }: ShowIfProps) {
  const { getSource, getLabel } = useSourceContext();
  const value: unknown = useWatch({ name: getSource(field) });
  const isShown = is === undefined ? hasValue(value) : is.some((one) => one === value);
  const [within] = useState(() => new Set<string>());
  useTakenBack(within, isShown);
  // Inputs tell what they are called by asking for it.
  const source = useMemo(() => {
    const recorded = (name: string): string => {
      const full = getSource(name);
      within.add(full);
      return full;
    };
    return { getSource: recorded, getLabel };
  }, [getSource, getLabel, within]);
  return isShown && <SourceContextProvider value={source}>{children}</SourceContextProvider>;
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Gives hidden fields the values that they had before somebody typed. */
function useTakenBack(names: ReadonlySet<string>, isShown: boolean): void {
  const { resetField } = useFormContext();
  const takeBack = useEffectEvent(() => {
    for (const name of names) resetField(name);
  });
  useEffect(() => {
    if (!isShown) takeBack();
  }, [isShown]);
}
