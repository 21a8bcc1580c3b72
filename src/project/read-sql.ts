import { runChild } from '../disk/run-child.js';
import type { Problem } from '../problem.js';
import { type Step, stepCall } from '../schema/step.js';

/** The statements of a migration by database, in the order in which they run. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** The statements of a migration as each database would run them, compiled by the project's own code; or why not. */
export async function readSql(
  root: string,
  steps: readonly Step[],
): Promise<{ readonly sql: Statements | null; readonly problems: readonly Problem[] }> {
  const input = { steps: steps.map(stepCall) };
  const answer = await runChild<Statements>(root, 'show-sql', input);
  if (answer.ok) return { sql: answer.value, problems: [] };
  const message = `the statements cannot be shown: ${answer.why}`;
  const help = 'npm install, then type the command again';
  return { sql: null, problems: [{ code: 'no-sql', message, help, severity: 'warning' }] };
}
