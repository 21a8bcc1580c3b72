import type { ProjectChange } from '../project/change/project-change.js';
import type { OpenProject } from '../project/open/open-project.js';
import { warnOfSharedEmails } from '../project/tell/row-misfits.js';
import { readSql, type Statements } from '../project/open/read-sql.js';
import type { App } from '../model/model.js';
import type { Problem } from '../problem.js';
import { templatesOf } from '../project/open/templates.js';
import { writersOf } from '../render/features.js';
import { applyPlan, type Messages } from './apply-plan.js';
import type { Context } from './context.js';
import type { AddedJson } from './plan-json.js';

/** The flags of commands that change the database. */
export interface DataOptions {
  readonly dropData?: boolean | undefined;
  readonly sql?: boolean | undefined;
}

/** The messages and flags of a command that changes the model. */
export interface ChangeOptions extends DataOptions {
  readonly messages: Messages;
  readonly warnings?: readonly Problem[];
  /** What the result has besides the plan. */
  readonly more?: AddedJson;
}

/** Brings a project to another model: shows SQL, then losses, then files; returns the exit code. */
export async function changeModel(
  context: Context,
  project: OpenProject,
  change: ProjectChange,
  { messages, warnings = [], dropData, sql, more: added = {} }: ChangeOptions,
): Promise<number> {
  const { planProject } = await import('../project/plan/plan-project.js');
  const { plan, steps } = planProject(project, change, context.now);
  const shown = await readSql(project.root, sql === true ? steps : []);
  if (shown.sql !== null && !context.json) printSql(context, shown.sql);
  const shared = await warnOfSharedEmails(project.root, steps);
  const told = [...plan.warnings, ...shown.problems, ...warnings, ...shared];
  const whole = { ...plan, warnings: told };
  const more = { ...added, ...(sql === true && { sql: shown.sql }) };
  const next = withWriters(messages.next ?? NEXT, project, change.after);
  return applyPlan(context, project.root, whole, { ...messages, next }, { dropData, more });
}

const BUILD = 'npm run build';
const NEXT = [BUILD, 'npm start'];

/** With what has to be written again before a build. */
function withWriters(next: readonly string[], project: OpenProject, app: App): readonly string[] {
  const { mine } = project;
  const writers = writersOf(app, templatesOf(project), mine).map((script) => `npm run ${script}`);
  return next.flatMap((command) => (command === BUILD ? [...writers, command] : [command]));
}

function printSql({ terminal }: Context, sql: Statements): void {
  for (const [database, statements] of Object.entries(sql))
    terminal.print([`-- ${database}`, ...statements.map((one) => `${one.trim()};`), ''].join('\n'));
}
