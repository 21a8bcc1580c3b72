import { keyColumns, type Step } from '../steps/schema.js';

type AddForeignKey = Extract<Step, { readonly do: 'addForeignKey' }>;

/**
 * Moves foreign keys into the creation of tables and columns in the same migration. SQLite can only add a key by rebuilding the table. A
 * new table's key may refer to a table that is created later, so cycles are possible.
 */
export function inlineForeignKeys(steps: readonly Step[]): readonly Step[] {
  // After one of these a name may mean something else.
  if (steps.some((step) => step.do === 'renameTable' || step.do === 'dropTable')) return steps;
  const moved = new Set<Step>();
  const take = (from: number, fits: (step: AddForeignKey) => boolean): AddForeignKey[] => {
    const taken = steps
      .slice(from)
      .filter((step): step is AddForeignKey => step.do === 'addForeignKey' && fits(step));
    for (const step of taken) moved.add(step);
    return taken;
  };
  const changed = steps.map((step, index): Step => {
    if (step.do === 'addColumn') {
      const [key] = take(
        index,
        (other) => other.table === step.table && other.key.column === step.column,
      );
      if (!key) return step;
      const { column: _, ...references } = key.key;
      return { ...step, references };
    }
    if (step.do !== 'createTable') return step;
    const keys = take(
      index,
      (other) =>
        other.table === step.table &&
        keyColumns(other.key).every((column) => Object.hasOwn(step.columns, column)),
    );
    return { ...step, foreignKeys: keys.map(({ key }) => key) };
  });
  return changed.filter((step) => !moved.has(step));
}
