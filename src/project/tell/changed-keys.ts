import { isBuiltIn } from '../../model/built-in.js';
import { hasUsableKey, keyOf } from '../../model/keys.js';
import type { Model } from '../../model/model.js';
import type { Problem } from '../../problem.js';
import { replay } from '../../schema/engine/replay.js';
import { own, type TableSchema } from '../../schema/engine/schema.js';
import { schemaOf } from '../../schema/schema.js';
import { fixedKey } from '../../spec/check-key.js';
import type { After } from './check.js';

/**
 * Refuses another kind of ids for a table that has rows: `sync` would drop the rows, or the references to them. A key that the
 * service cannot use is told before, and does not stop a look at the plan.
 */
export function changedKeys({ change, app, steps }: After): readonly Problem[] {
  if (change?.mode !== 'sync') return [];
  const renames = steps.filter((step) => step.do === 'renameTable' || step.do === 'renameColumn');
  const before = replay(renames, change.known.schema);
  const after = schemaOf(app);
  const isChanged = (model: Model) => {
    const { table, rowNumber } = model;
    const [was, now] = [own(before.tables, table), own(after.tables, table)];
    if (was === undefined || now === undefined) return false;
    // A number that was the id stays the primary key.
    const isNew = rowNumber && own(was.columns, keyOf(model)!.column) === undefined;
    return isNew === true || kindOfKey(was) !== kindOfKey(now);
  };
  return app.models
    .filter((model) => !isBuiltIn(model) && hasUsableKey(model) && isChanged(model))
    .map((model) => ({ code: 'fixed-key', ...fixedKey(model) }));
}

/** The columns of a primary key with their types; texts of any length are of one kind. */
const kindOfKey = ({ primaryKey, columns }: TableSchema): string =>
  primaryKey
    .map((name) => {
      const { type, generated = false } = own(columns, name) ?? { type: 'id' };
      return `${name} ${type} ${generated}`;
    })
    .join();
