import type { Step } from '../schema/step.js';
import type { ProjectChange } from '../project/plan-project.js';
import type { OpenProject } from '../project/open-project.js';
import { readSql, type Statements } from '../project/read-sql.js';
import type { Problem } from '../problem.js';
import { applyPlan, type Messages } from './apply-plan.js';
import type { Context } from './context.js';

/** The flags of commands that change the database. */
export interface DataOptions {
  readonly dropData?: boolean | undefined;
  readonly sql?: boolean | undefined;
}

/** The messages and flags of a command that changes the model. */
export interface ChangeOptions extends DataOptions {
  readonly messages: Messages;
  readonly warnings?: readonly Problem[];
}

/** Brings a project to another model: shows SQL, then losses, then files; returns the exit code. */
export async function changeModel(
  context: Context,
  project: OpenProject,
  change: Omit<ProjectChange, 'now'>,
  { messages, warnings = [], dropData, sql }: ChangeOptions,
): Promise<number> {
  const { planProject } = await import('../project/plan-project.js');
  const { plan, steps } = await planProject(project, { ...change, now: context.now });
  const shown = sql === true ? await showSteps(context, project.root, steps) : NO_SQL;
  const whole = { ...plan, warnings: [...plan.warnings, ...shown.problems, ...warnings] };
  return applyPlan(context, project.root, whole, messages, {
    dropData,
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

/** Statements as people read them. */
function showSql(sql: Statements): string {
  const parts = Object.entries(sql).map(([database, statements]) => {
    const lines = statements.map((statement) => `${statement.trim()};`);
    return [`-- ${database}`, ...lines, ''].join('\n');
  });
  return parts.join('\n');
}
