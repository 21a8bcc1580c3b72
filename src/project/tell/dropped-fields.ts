import { stepsOfMigration } from '../../code/read-migrations.js';
import { STAMPS } from '../../model/columns.js';
import type { Model } from '../../model/model.js';
import type { TableStep } from '../../schema/engine/schema.js';
import { migrationMoment } from '../open/migration-files.js';
import type { OldName } from '../change/project-change.js';
import type { OpenProject } from '../open/open-project.js';

/** The names of fields that models had once, by the steps of the migrations, and do not have now. */
export function droppedFields({ app, mine }: Pick<OpenProject, 'app' | 'mine'>): OldName[] {
  const steps = [...mine.keys()]
    .filter((path) => migrationMoment(path) !== null)
    .sort()
    .flatMap((path) => stepsOfMigration(path, mine.get(path)!) ?? []);
  const gone = droppedColumns(steps);
  return app.models.flatMap((model) => {
    const now = columnNames(model);
    const names = [...(gone.get(model.table) ?? [])]
      .flatMap((column) => [column, column.replace(/_id$/, '')])
      .filter((name) => !now.has(name));
    return names.length === 0 ? [] : [{ model, names: [...new Set(names)] }];
  });
}

/** The columns that were dropped or renamed, by table. */
function droppedColumns(steps: readonly TableStep[]): Map<string, Set<string>> {
  const gone = new Map<string, Set<string>>();
  for (const step of steps) {
    const columns = gone.get(step.table) ?? new Set();
    gone.set(step.table, columns);
    if (step.do === 'dropColumn' || step.do === 'renameColumn') columns.add(step.column);
    if (step.do === 'addColumn') columns.delete(step.column);
    if (step.do === 'renameColumn') columns.delete(step.to);
    if (step.do === 'renameTable') gone.set(step.to, columns);
    if (step.do === 'createTable' || step.do === 'renameTable') gone.delete(step.table);
  }
  return gone;
}

/** The names that a page may use for the columns of a model. */
const columnNames = ({ fields, others = [] }: Model): Set<string> =>
  new Set([
    ...['id', ...STAMPS],
    ...fields.flatMap(({ name, column, reference }) => [name, column, reference?.relation ?? name]),
    ...others.map(({ column }) => column),
  ]);
