import { readAllowFile, settleFindings } from '../allow/allow-file.js';
import type { MutantResult } from '../report/report.js';

/** The mutants with the reasons for which the project's `access.allow` accepts those that nothing noticed. */
export function acceptMutants(mutants: readonly MutantResult[]): readonly MutantResult[] {
  const missed = mutants.filter(({ killer }) => killer === null);
  const { allowed, refused } = settleFindings('mutant', missed, readAllowFile(process.cwd()));
  const noticed = mutants.filter(({ killer }) => killer !== null);
  return [
    ...refused,
    ...allowed.map(({ reason, ...one }) => ({ ...one, allowed: reason })),
    ...noticed,
  ];
}
