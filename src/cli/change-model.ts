import type { App } from '../model/model.js';
import type { Plan } from '../plan/plan.js';
import { applyPlan, type ApplyOptions, type Words } from './apply-plan.js';
import type { Step } from '../schema/step.js';
import type { Context } from './context.js';
import { type ModelPlanOptions, planModel } from './plan-model.js';
import type { OpenProject } from './project.js';
import { readSql, showSql } from './show-sql.js';

/** The flags of commands that change the database. */
export interface DataOptions {
  readonly dropData?: boolean;
  readonly sql?: boolean;
}

export interface ModelChange
  extends Omit<ModelPlanOptions, 'now'>, DataOptions, Pick<ApplyOptions, 'whenMarked'> {
  readonly words: Words;
  /** A last word on the plan: files that only their owner writes, such as `config/search.json`. */
  readonly finish?: (plan: Plan) => Plan;
}

/** Brings a project to another model: shows statements, then what would be lost, then files; gives the exit code. */
export async function changeModel(
  context: Context,
  project: OpenProject,
  after: App,
  { words, finish = (plan) => plan, dropData, sql, whenMarked, ...options }: ModelChange,
): Promise<number> {
  const { plan, steps } = await planModel(project, after, { ...options, now: context.now });
  const shown = sql === true ? await showSteps(context, project.root, steps) : NO_SQL;
  const whole = finish({ ...plan, warnings: [...plan.warnings, ...shown.problems] });
  return applyPlan(context, project.root, whole, words, {
    dropData,
    whenMarked,
    ...(sql === true && { more: { sql: shown.sql } }),
  });
}

const NO_SQL = { sql: {}, problems: [] };

async function showSteps(
  context: Context,
  root: string,
  steps: readonly Step[],
): ReturnType<typeof readSql> {
  if (steps.length === 0) return NO_SQL;
  const shown = await readSql(root, steps);
  if (shown.sql !== null && !context.json) context.terminal.print(showSql(shown.sql));
  return shown;
}
