import type { Database } from '../../service/engine/database/database.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { LineTotals } from '../../service/engine/records/scope.js';
import { UNSHARED } from './fake-work.js';

/** Sets the totals that records keep of their lines: rows that are inserted in bulk do not change them. */
export async function setTotals(
  models: readonly ModelInfo[],
  totals: LineTotals,
  database: Database,
): Promise<void> {
  const { dialect } = database;
  const parts = { dialect, model: (name: string) => models.find((one) => one.name === name)! };
  for (const model of totals.keepers(models)) {
    const sets = totals.sets(model, parts).join(', ');
    const statement = statementOf(`UPDATE ${dialect.quote(model.table)} SET ${sets}`);
    await database.write((session) => session.run(statement, []), UNSHARED);
  }
}
