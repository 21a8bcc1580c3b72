import type { ProjectChange } from '../project/plan-project.js';
import type { OpenProject } from '../project/open-project.js';
import { warnOfSharedEmails } from '../project/row-misfits.js';
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
  const { plan, steps } = planProject(project, { ...change, now: context.now });
  const shown = await readSql(project.root, sql === true ? steps : []);
  if (shown.sql !== null && !context.json) printSql(context, shown.sql);
  const shared = await warnOfSharedEmails(project.root, steps);
  const told = [...plan.warnings, ...shown.problems, ...warnings, ...shared];
  const whole = { ...plan, warnings: told };
  const more = sql === true ? { sql: shown.sql } : {};
  return applyPlan(context, project.root, whole, { next: NEXT, ...messages }, { dropData, more });
}

const NEXT = ['npm run build', 'npm start'];

function printSql({ terminal }: Context, sql: Statements): void {
  for (const [database, statements] of Object.entries(sql))
    terminal.print([`-- ${database}`, ...statements.map((one) => `${one.trim()};`), ''].join('\n'));
}
