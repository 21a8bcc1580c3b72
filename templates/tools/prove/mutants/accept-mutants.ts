import { settleFindings, type AllowEntry, type AllowFile } from '../allow/allow-file.js';
import type { MutantResult, ProveReport } from '../report/report.js';
import type { MutantTrials } from './prove-mutants.js';

/** The models that a proof asks about. */
interface Asked {
  readonly models: readonly string[];
  /** Whether the project has no other models. */
  readonly isWhole: boolean;
}

/**
 * The mutants with the reasons for which the file of allowed findings accepts those that nothing noticed, and the lines of the file
 * that accept nothing. Lines for models that the proof does not ask about are left alone.
 */
export function acceptMutants(
  { results, untried }: MutantTrials,
  file: Pick<AllowFile, 'entries'>,
  asked: Asked,
): Required<Pick<ProveReport, 'mutants' | 'stale'>> {
  const missed = results.filter(({ killer }) => killer === null);
  const noticed = results.filter(({ killer }) => killer !== null);
  const { allowed, refused, stale } = settleFindings('mutant', missed, file);
  const isAsked = ({ key }: AllowEntry) =>
    asked.isWhole || asked.models.some((model) => key.startsWith(`${model} `));
  return {
    mutants: [
      ...refused,
      ...allowed.map(({ reason, ...one }) => ({ ...one, allowed: reason })),
      ...noticed,
    ],
    stale: stale
      .filter((entry) => isAsked(entry) && !untried.includes(entry.key))
      .map(({ line, key }) => ({ line, key, reason: whyStale(key, noticed) })),
  };
}

function whyStale(key: string, noticed: readonly MutantResult[]): string {
  const killer = noticed.find((one) => one.key === key)?.killer;
  return killer === undefined
    ? 'the rules have no such mutant'
    : `a test or a sentence notices this mutant: ${killer}`;
}
