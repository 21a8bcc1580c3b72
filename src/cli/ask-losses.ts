import { hasAnswers } from '../plan/conflict-kinds.js';
import type { Plan } from '../plan/plan.js';
import { asWarning, type Problem, problem, refusal } from '../problem.js';
import type { RowCount } from '../project/open/count-rows.js';
import type { Loss } from '../schema/losses.js';
import { askYes } from './ask.js';
import { type Context, warn } from './context.js';

/** A plan without the losses that the user agreed to, and a problem for each other loss. */
export interface LossConsent {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

/**
 * Asks whether data may be lost, whatever else blocks the plan: a flag or a yes agrees, and a dry run only warns. If nobody can be
 * asked, the losses stay in the plan and block it. A loss without any row in the database is only a warning.
 */
export async function askLosses(
  context: Context,
  root: string,
  plan: Plan,
  agreed: boolean,
): Promise<LossConsent> {
  if (plan.losses.length === 0) return { plan, problems: [] };
  const { empty, lost: problems } = await describeLosses(root, plan.losses);
  warn(context, empty.map(asWarning));
  if (problems.length === 0) return { plan: { ...plan, losses: [] }, problems };
  const { terminal, dryRun } = context;
  const mayAsk = terminal.interactive && plan.refused.every(hasAnswers);
  if (!agreed && !dryRun && !mayAsk) return { plan, problems };
  const shown = agreed ? problems.map(({ help: _, ...one }) => one) : problems;
  warn(context, shown.map(asWarning));
  if (!agreed && dryRun) return { plan, problems: [] };
  if (!agreed && !(await askYes('Delete this data for good?')))
    throw refusal('kept', 'nothing was written; your data is untouched', undefined);
  return { plan: { ...plan, losses: [] }, problems: [] };
}

/** Programs and coding agents also read this help, but only a person may decide to lose data. */
const AGREE = '--drop-data allows the loss; only a person who knows the data should pass this flag';

interface DescribedLosses {
  /** The losses without any row in the database. */
  readonly empty: readonly Problem[];
  readonly lost: readonly Problem[];
}

/** The problem with each loss, with its number of rows if the database can be reached; none if all values are known to fit. */
async function describeLosses(root: string, losses: readonly Loss[]): Promise<DescribedLosses> {
  const { countRows } = await import('../project/open/count-rows.js');
  const rows = await countRows(root, losses);
  const described = losses.map((loss, at) => ({ ...loss, rows: rows[at]! }));
  const told = (some: typeof described, help?: string) =>
    some.map((one) => problem('loses-data', `${one.why}; ${describeRows(one, one.rows)}`, help));
  return {
    empty: told(described.filter((one) => one.rows === 0 && one.where === undefined)),
    lost: told(
      described.filter((one) => one.rows !== 0),
      AGREE,
    ),
  };
}

function describeRows({ column, where }: Loss, rows: RowCount): string {
  if (rows === 'none-yet') return 'it is not in the database yet';
  if (typeof rows === 'object') return rows.unknown;
  const count = `${rows.toLocaleString('en-US')} row${rows === 1 ? '' : 's'}`;
  if (where !== undefined) return `${count} with such a value`;
  return column === null ? count : `${count} with a value`;
}
