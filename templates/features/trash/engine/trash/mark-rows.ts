import type { RecordId } from '../fields/record-id.js';
import type { Rows } from '../records/scope.js';
import { markOf } from './bin.js';

/** Marks rows as deleted at a moment: no condition of the policy finds them any more. */
export async function markRows(
  ids: readonly RecordId[],
  moment: string,
  { core, model, session }: Rows,
): Promise<void> {
  const { dialect } = core;
  const mark = markOf(model)!;
  const statement = core.statements.byKey(`trash ${model.name}`, () => {
    const set = `${dialect.quote(mark.column)} = ${dialect.placeholder(1)}`;
    const among = model.rowKey.among(dialect.placeholder(2), dialect);
    return `UPDATE ${dialect.quote(model.table)} SET ${set} WHERE ${among}`;
  });
  await session.run(statement, [dialect.encode(moment, mark), dialect.encodeList(ids, model.key)]);
}
