import type { App } from '../model/model.js';
import { quoteText } from '../model/quote.js';
import type { TableStep } from '../schema/engine/schema.js';
import { type MigrationCall, stepCall } from '../schema/step-call.js';
import { onBoth } from './sql-calls.js';

/** The table in which the service keeps what writes have changed. */
const CHANGES = 'record_change';

/** The calls by which the history of a model follows its table and its fields to their new names; null for any other step. */
export function historyCalls(
  step: TableStep,
  app: App | undefined,
): readonly MigrationCall[] | null {
  if (step.do === 'renameTable')
    return hasHistory(step.to, app) ? [stepCall(step), renamedTable(step.table, step.to)] : null;
  if (step.do !== 'renameColumn' || !hasHistory(step.table, app)) return null;
  return [stepCall(step), renamedField(step)];
}

const hasHistory = (table: string, app: App | undefined): boolean =>
  app?.models.some((model) => model.table === table && model.history !== undefined) ?? false;

function renamedTable(table: string, to: string): MigrationCall {
  const sql = (from: string, next: string): string =>
    `UPDATE ${CHANGES} SET model = ${quoteText(next)} WHERE model = ${quoteText(from)}`;
  return onBoth(sql(table, to), sql(to, table));
}

/** Changes are JSON by field, and a field has the name of its column. */
function renamedField({ table, column, to }: Extract<TableStep, { do: 'renameColumn' }>) {
  const sql = (from: string, next: string) => {
    const [was, is] = [from, next].map((name) => quoteText(`$."${name}"`));
    const [old, now, of] = [from, next, table].map(quoteText);
    return {
      sqlite:
        `UPDATE ${CHANGES} SET changes = json_remove(json_set(changes, ${is}, changes -> ${was}), ${was}) ` +
        `WHERE model = ${of} AND changes -> ${was} IS NOT NULL`,
      postgres:
        `UPDATE ${CHANGES} SET changes = (changes::jsonb - ${old} || jsonb_build_object(${now}, changes::jsonb -> ${old}))::text ` +
        `WHERE model = ${of} AND changes::jsonb -> ${old} IS NOT NULL`,
    };
  };
  return { call: 'sql', args: [sql(column, to), sql(to, column)] } satisfies MigrationCall;
}
