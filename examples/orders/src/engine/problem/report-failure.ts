/** Reports a failure of the project's own code where no caller gets its error. */
export type ReportFailure = (place: string, error: unknown) => void;

export const ignoreFailure: ReportFailure = () => undefined;

/** Reports each place once: a rule that fails would fail for every row and request. */
export function reportOnce(
  log: (context: { readonly err: unknown }, message: string) => void,
): ReportFailure {
  const reported = new Set<string>();
  return (place, error) => {
    if (reported.has(place)) return;
    reported.add(place);
    log({ err: error }, `${place} failed; further failures will not be logged`);
  };
}
