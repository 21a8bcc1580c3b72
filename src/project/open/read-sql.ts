import { askProject } from '../../disk/project-process.js';
import { type Problem, warning } from '../../problem.js';
import type { TableStep } from '../../schema/engine/schema.js';
import { stepCall } from '../../schema/step-call.js';

/** SQL statements in order, by database. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** The SQL of a migration for each database, compiled by the project's own code; or why not. */
export async function readSql(
  root: string,
  steps: readonly TableStep[],
): Promise<{ readonly sql: Statements | null; readonly problems: readonly Problem[] }> {
  if (steps.length === 0) return { sql: {}, problems: [] };
  const answer = await askProject<Statements>(root, 'show-sql', { steps: steps.map(stepCall) });
  if (answer.ok) return { sql: answer.value, problems: [] };
  const message = `the SQL cannot be shown: ${answer.why}`;
  const help = 'run npm install, then run the command again';
  return { sql: null, problems: [warning('no-sql', message, help)] };
}
