import type { Field, Model } from '../model/model.js';
import { flatTable } from '../model/names.js';
import type { Position, Report } from '../problem.js';
import { RESERVED_TABLES } from './reserved.js';

/** Names that are taken, in lower case, and the models that have them. */
export type Taken = Map<string, { readonly by: string; readonly isNew: boolean }>;

/** Takes a name for a new model; returns what already has it, if anything. */
export function claim(taken: Taken, name: string, by: string): ReturnType<Taken['get']> {
  const key = name.toLowerCase();
  const found = taken.get(key);
  if (found === undefined) taken.set(key, { by, isNew: true });
  return found;
}

/** PostgreSQL cuts off longer names, and TypeORM replaces them. */
const MAX_JOIN_TABLE = 63;

/** The tables of models, with their join tables. */
export function takenTables(models: readonly Model[]): Taken {
  const taken: Taken = new Map();
  for (const model of models) {
    const by = { by: model.name, isNew: false };
    taken.set(flatTable(model.table).toLowerCase(), by);
    for (const table of joinTables(model)) taken.set(flatTable(table).toLowerCase(), by);
  }
  return taken;
}

function joinTables({ table, fields }: Pick<Model, 'table' | 'fields'>): string[] {
  const name = ({ column, reference }: Field) => reference?.join?.table ?? `${table}_${column}`;
  return fields.filter(({ type }) => type === 'refs').map(name);
}

/** Checks the join tables of a model against the tables of the others, all at one place. */
export function checkJoinTables(
  model: Model,
  others: readonly Model[],
  at: Position,
  report: Report,
): void {
  const taken = takenTables(others);
  for (const table of joinTables(model)) claimJoinTable(table, model.name, at, taken, report);
}

/** Takes the name of a join table, unless it is too long or another table has it. */
export function claimJoinTable(
  table: string,
  by: string,
  at: Position,
  tables: Taken,
  report: Report,
): void {
  if (table.length > MAX_JOIN_TABLE) {
    const message = `the join table \`${table}\` has ${table.length} characters`;
    const help = `rename the field or the table of \`${by}\`: the two names, joined by \`_\`, may have at most ${MAX_JOIN_TABLE} characters`;
    return void report.error('name-too-long', message, at, help);
  }
  const isReserved = RESERVED_TABLES.has(table.toLowerCase());
  const taken = isReserved ? undefined : claim(tables, flatTable(table), by);
  if (taken === undefined && !isReserved) return;
  const whose = taken ? `already belongs to \`${taken.by}\`` : 'is reserved by the service';
  const help = 'rename the field, or the table of the other model';
  report.error('duplicate-table', `the join table \`${table}\` ${whose}`, at, help);
}
