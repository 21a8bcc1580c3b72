import { stepsOfMigration } from '../code/read-migrations.js';
import type { Model } from '../model/model.js';
import type { StepCall } from '../schema/step.js';
import { migrationMoment } from './migration-files.js';
import type { OldName } from './old-names.js';
import type { OpenProject } from './open-project.js';

/** The names of fields that models had once, by the steps of the migrations, and do not have now. */
export function goneFields({ app, mine }: Pick<OpenProject, 'app' | 'mine'>): OldName[] {
  const steps = [...mine.keys()]
    .filter((path) => migrationMoment(path) !== null)
    .sort()
    .flatMap((path) => stepsOfMigration(path, mine.get(path)!) ?? []);
  const gone = goneColumns(steps);
  return app.models.flatMap((model) => {
    const now = columnNames(model);
    const names = [...(gone.get(model.table) ?? [])]
      .flatMap((column) => [column, column.replace(/_id$/, '')])
      .filter((name) => !now.has(name));
    return names.length === 0 ? [] : [{ model, names: [...new Set(names)] }];
  });
}

/** By table, the columns that were dropped or renamed. */
function goneColumns(steps: readonly StepCall[]): Map<string, Set<string>> {
  const gone = new Map<string, Set<string>>();
  for (const { call, args } of steps) {
    const [table = '', name = '', to = ''] = args.map(String);
    const columns = gone.get(table) ?? new Set();
    gone.set(table, columns);
    if (call === 'dropColumn' || call === 'renameColumn') columns.add(name);
    if (call === 'addColumn') columns.delete(name);
    if (call === 'renameColumn') columns.delete(to);
    if (call === 'renameTable') gone.set(name, columns);
    if (call === 'createTable' || call === 'renameTable') gone.delete(table);
  }
  return gone;
}

/** What a page may call by name in a model. */
const columnNames = ({ fields, others = [] }: Model): Set<string> =>
  new Set([
    ...['id', 'created_at', 'updated_at'],
    ...fields.flatMap(({ name, column, reference }) => [name, column, reference?.relation ?? name]),
    ...others.map(({ column }) => column),
  ]);
