/** Tells of code of the project's own that failed where nobody waits for its error. */
export type TellFault = (place: string, error: unknown) => void;

export const tellNobody: TellFault = () => undefined;

/** Tells of each place once: a rule that fails would fail for every row and request. */
export function tellOnce(
  log: (facts: { readonly err: unknown }, message: string) => void,
): TellFault {
  const told = new Set<string>();
  return (place, error) => {
    if (told.has(place)) return;
    told.add(place);
    log({ err: error }, `${place} failed, and will not be told of again`);
  };
}
