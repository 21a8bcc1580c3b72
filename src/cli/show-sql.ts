import { runChild } from '../disk/run-child.js';
import type { Column, Table } from '../render/migration/schema.js';
import type { Step } from '../render/migration/step.js';
import type { Context } from './context.js';

/** Prints the statements of a migration as each database would run them; compiled by the project's own code. */
export async function showSql(
  context: Context,
  root: string,
  steps: readonly Step[],
): Promise<void> {
  const input = { steps: steps.map(callOf) };
  const answer = await runChild<Record<string, string[]>>(root, 'show-sql', input);
  if (!answer.ok) {
    context.terminal.problems([
      {
        code: 'no-sql',
        message: `the statements cannot be shown: ${answer.why}`,
        help: 'npm install, then type the command again',
        severity: 'warning',
      },
    ]);
    return;
  }
  if (context.json) return;
  for (const [database, statements] of Object.entries(answer.value)) {
    const lines = statements.map((statement) => `${statement.trim()};`);
    context.terminal.print([`-- ${database}`, ...lines, ''].join('\n'));
  }
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
