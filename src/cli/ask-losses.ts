import { runChild } from '../disk/run-child.js';
import type { Plan } from '../plan/plan.js';
import { type Problem, refusal } from '../problem.js';
import type { Loss } from '../schema/losses.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';
import { warn } from './read-input.js';

/** A plan after its losses were spoken of: without those that were agreed to, and what is wrong with the others. */
export interface Asked {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

/**
 * Asks whether data may be lost, whatever else stands in a plan's way: a flag or a yes agrees, a dry run only tells, and
 * where nobody can be asked the losses stay in the plan and stop it.
 */
export async function askLosses(
  context: Context,
  root: string,
  plan: Plan,
  agreed: boolean,
): Promise<Asked> {
  if (plan.losses.length === 0) return { plan, problems: [] };
  const problems = await sayLosses(root, plan.losses);
  if (agreed) {
    warn(
      context,
      problems.map(({ help: _, ...one }) => asWarning(one)),
    );
    return { plan: { ...plan, losses: [] }, problems: [] };
  }
  const { terminal, dryRun, json } = context;
  if (dryRun) {
    warn(context, problems.map(asWarning));
    return { plan, problems: [] };
  }
  if (!terminal.interactive || json || plan.refused.length > 0) return { plan, problems };
  terminal.problems(problems.map(asWarning));
  if (!(await askYes({ message: 'Lose this data for good?', initial: false })))
    throw refusal({ code: 'kept', message: 'nothing was written, and all data is there' });
  return { plan: { ...plan, losses: [] }, problems: [] };
}

/** Also for a program or an agent, which is not the one to say so. */
const AGREE = '--drop-data agrees to that; it is for a human who knows the data to say';

const asWarning = (problem: Problem): Problem => ({ ...problem, severity: 'warning' });

/** Each loss, with how many rows it is about where the database can be asked. */
async function sayLosses(root: string, losses: readonly Loss[]): Promise<Problem[]> {
  const asked = losses.map(({ table, column }) => ({ table, column }));
  const counts = await runChild<(number | null)[]>(root, 'count-rows', asked);
  return losses.map(({ column, why }, index): Problem => {
    const count = counts.ok ? counts.value[index] : undefined;
    const number = count == null ? null : count.toLocaleString('en-US');
    const rows = `${number} row${count === 1 ? '' : 's'}`;
    const what = column === null ? rows : `${rows} with a value in it`;
    const unknown = counts.ok
      ? 'it is not in the database yet'
      : `the database cannot be asked: ${counts.why}`;
    const message = `${why}; ${number === null ? unknown : what}`;
    return { code: 'loses-data', message, help: AGREE };
  });
}
