import { placeOfProperty } from '../../code/column-place.js';
import { placeIn } from '../../code/problem-at.js';
import type { App, Field, Model } from '../../model/model.js';
import { joinTableOf } from '../../model/relations.js';
import type { Position } from '../../problem.js';
import type { Difference, DifferenceKind } from '../../pull/difference.js';
import { keyColumns, own, type TableStep } from '../../schema/engine/schema.js';
import type { OpenProject } from '../open/open-project.js';
import type { WantedSchema } from './wanted-schema.js';

/** The commands that bring a project and its database together. */
export const MENDS = ['migrate', 'sync', 'pull', 'undo'] as const;
export type Mend = (typeof MENDS)[number];

/** The field that a column belongs to: the many-to-many field, if the table is one of pairs. */
function fieldOf(
  app: App,
  table: string,
  column: string | undefined,
): { readonly model: Model; readonly field: Field | null } | null {
  const model = app.models.find((one) => one.table === table);
  if (model !== undefined)
    return { model, field: model.fields.find((one) => one.column === column) ?? null };
  for (const owner of app.models)
    for (const field of owner.fields)
      if (field.type === 'refs' && joinTableOf(app, owner, field).table === table)
        return { model: owner, field };
  return null;
}

/** The place in the project that says otherwise: in an entity, else in the migration that makes the table. */
export function placeOf(
  { app, mine }: OpenProject,
  { migrations }: WantedSchema,
  { table, columns }: Difference,
): Position | null {
  const found = fieldOf(app, table, columns[0]);
  const place =
    found && placeOfProperty(mine, found.model.table, found.field?.name ?? columns[0] ?? null);
  if (place) return place;
  for (const [path, text] of migrations) {
    const at = text.indexOf(`'${table}'`);
    if (at >= 0) return placeIn(path, text, at, table.length + 2);
  }
  return null;
}

/** Whether a step changes what a difference is about. */
function isAbout(step: TableStep, { kind, table, columns }: Difference): boolean {
  if (step.table !== table) return false;
  if (kind === 'table') return step.do === 'createTable' || step.do === 'dropTable';
  if ('key' in step)
    return KEY_KINDS.includes(kind) && String(keyColumns(step.key)) === String(columns);
  if ('column' in step) return !INDEX_KINDS.includes(kind) && columns.includes(step.column);
  return (
    INDEX_KINDS.includes(kind) &&
    'columns' in step &&
    Array.isArray(step.columns) &&
    step.columns.join() === columns.join()
  );
}

const KEY_KINDS: readonly DifferenceKind[] = ['foreign key', 'on delete', 'on update'];
const INDEX_KINDS: readonly DifferenceKind[] = ['unique index', 'index', 'trigram index'];

/** How a difference goes away. */
export function mendOf(
  { app }: OpenProject,
  { wanted, pending }: { readonly wanted: WantedSchema; readonly pending: readonly string[] },
  difference: Difference,
): Mend {
  const { table, project } = difference;
  if (wanted.unsynced.some((step) => isAbout(step, difference))) return 'sync';
  const waits = pending.some((path) => wanted.migrations.get(path)!.includes(`'${table}'`));
  if (waits) return 'migrate';
  const isModel = fieldOf(app, table, undefined) !== null;
  return isModel || (project === null && own(wanted.schema.tables, table) === undefined)
    ? 'pull'
    : 'undo';
}
