import { runChild } from '../disk/run-child.js';
import type { App } from '../model/model.js';
import type { Plan } from '../plan/plan.js';
import { type Problem, Refusal } from '../problem.js';
import type { Loss } from '../schema/losses.js';
import { applyPlan, type Words } from './apply-plan.js';
import { askYes } from './ask.js';
import type { Context } from './context.js';
import { type ModelPlanOptions, planModel } from './plan-model.js';
import type { OpenProject } from './project.js';
import { readSql, showSql } from './show-sql.js';

/** The flags of commands that change the database. */
export interface DataOptions {
  readonly dropData?: boolean;
  readonly sql?: boolean;
}

export interface ModelChange extends Omit<ModelPlanOptions, 'now'>, DataOptions {
  readonly words: Words;
  /** A last word on the plan: files that only their owner writes, such as `config/search.json`. */
  readonly finish?: (plan: Plan) => Plan;
}

/** Brings a project to another model: says what would be lost, shows statements, then files; gives the exit code. */
export async function changeModel(
  context: Context,
  project: OpenProject,
  after: App,
  { words, finish = (plan) => plan, dropData, sql, ...options }: ModelChange,
): Promise<number> {
  const { plan, steps, losses } = await planModel(project, after, { ...options, now: context.now });
  const stopped = plan.refused.length + plan.conflicts.length > 0;
  if (!stopped) await demandLoss(context, project.root, losses, dropData === true);
  if (sql !== true) return applyPlan(context, project.root, finish(plan), words);
  const shown = steps.length === 0 ? NO_SQL : await readSql(project.root, steps);
  if (shown.sql !== null && steps.length > 0 && !context.json)
    context.terminal.print(showSql(shown.sql));
  const whole = finish({ ...plan, warnings: [...plan.warnings, ...shown.problems] });
  return applyPlan(context, project.root, whole, words, { sql: shown.sql });
}

const NO_SQL = { sql: {}, problems: [] };

/** Refuses to lose data that nobody agreed to lose; says how many rows it is about where the database can be asked. */
async function demandLoss(
  context: Context,
  root: string,
  losses: readonly Loss[],
  agreed: boolean,
): Promise<void> {
  if (losses.length === 0) return;
  const problems = await sayLosses(root, losses);
  if (agreed || context.dryRun) {
    const said = problems.map(({ help, ...one }): Problem => ({
      ...one,
      ...(!agreed && { help }),
      severity: 'warning',
    }));
    if (!context.json) context.terminal.problems(said);
    return;
  }
  if (!context.terminal.interactive || context.json) throw new Refusal(problems);
  context.terminal.problems(problems.map((one) => ({ ...one, severity: 'warning' })));
  if (!(await askYes({ message: 'Lose this data for good?', initial: false })))
    throw new Refusal([{ code: 'kept', message: 'nothing was written, and all data is there' }]);
}

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
    return { code: 'loses-data', message, help: 'add --drop-data if that is what you want' };
  });
}
