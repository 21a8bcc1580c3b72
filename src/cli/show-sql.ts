import { runChild } from '../disk/run-child.js';
import type { Problem } from '../problem.js';
import type { Column, Table } from '../render/migration/schema.js';
import type { Step } from '../render/migration/step.js';

/** The statements of a migration by database, in the order in which they run. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** The statements of a migration as each database would run them, compiled by the project's own code; or why not. */
export async function readSql(
  root: string,
  steps: readonly Step[],
): Promise<{ readonly sql: Statements | null; readonly problems: readonly Problem[] }> {
  const input = { steps: steps.map(callOf) };
  const answer = await runChild<Statements>(root, 'show-sql', input);
  if (answer.ok) return { sql: answer.value, problems: [] };
  const message = `the statements cannot be shown: ${answer.why}`;
  const help = 'npm install, then type the command again';
  return { sql: null, problems: [{ code: 'no-sql', message, help, severity: 'warning' }] };
}

/** Statements as people read them. */
export function showSql(sql: Statements): string {
  const parts = Object.entries(sql).map(([database, statements]) => {
    const lines = statements.map((statement) => `${statement.trim()};`);
    return [`-- ${database}`, ...lines, ''].join('\n');
  });
  return parts.join('\n');
}

/** A step as the call in a migration file that makes it, its arguments as JSON. */
function callOf(step: Step): { call: string; args: unknown[] } {
  const { do: call, table } = step;
  switch (step.do) {
    case 'createTable':
      return { call, args: [table, columnsOf(step.spec), { primaryKey: step.spec.primaryKey }] };
    case 'dropTable':
      return { call, args: [table] };
    case 'renameTable':
      return { call, args: [table, step.to] };
    case 'addColumn':
    case 'changeColumn': {
      const options = step.backfill === undefined ? {} : { backfill: step.backfill };
      return { call, args: [table, step.column, columnOf(step.spec), options] };
    }
    case 'dropColumn':
      return { call, args: [table, step.column] };
    case 'renameColumn':
      return { call, args: [table, step.column, step.to] };
    case 'addForeignKey':
    case 'dropForeignKey': {
      const { column, ...target } = step.key;
      return { call, args: [table, column, target] };
    }
    default:
      return { call, args: [table, step.columns] };
  }
}

function columnsOf({ columns }: Table): Record<string, object> {
  return Object.fromEntries([...columns].map(([name, spec]) => [name, columnOf(spec)]));
}

function columnOf({ default: value, ...rest }: Column): object {
  if (value === undefined) return rest;
  return { ...rest, default: value.kind === 'value' ? value.value : { sql: value.kind } };
}
