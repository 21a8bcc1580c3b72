import { useApplication, type FieldFact, type Row } from '../application';

/** The values that a record may have next in a field of listed ones: all others that no feature keeps from it. */
export function useNextValues(): (fact: FieldFact, record: Row) => readonly string[] {
  const { features } = useApplication();
  return (fact, record) => {
    const present = (record[fact.source] ?? null) as string | null;
    const others = (fact.values ?? []).filter((value) => value !== present);
    return features.reduce((left, { nextValues }) => {
      const allowed = nextValues?.(fact, present) ?? left;
      return left.filter((value) => allowed.includes(value));
    }, others);
  };
}
