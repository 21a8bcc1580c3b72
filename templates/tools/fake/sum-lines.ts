import type { RecordId } from '../../service/engine/fields/record-id.js';
import type { ColumnInfo } from '../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import { statementOf } from '../../service/engine/database/dialect.js';
import { UNSHARED, type FakeWork } from './fake-work.js';
import { NET, QUANTITY, TAX } from './makers/numbers.js';
import { settle } from './number-values.js';
import { factColumns } from './row-pool.js';
import { endingWith, snakeCase } from './table.js';

/** Rows per transaction. */
const BATCH = 50_000;

/** The words of what a record is expected to come to. */
const ESTIMATE = 'estimates?|estimated_(total|cost|price|amount)|quoted?_(total|price|amount)';

/** The columns of a line by which its record is worth something: an amount, or a quantity and a price. */
type Worth = readonly [amount: ColumnInfo] | readonly [quantity: ColumnInfo, price: ColumnInfo];

/**
 * Makes the total of each new record the sum of its lines, which are all there now. A total that depends on other fields, by
 * rules of the model or beside a net amount or a tax, stays as it is, and so does the total of a record without lines.
 */
export async function sumLines(
  lines: ModelInfo,
  parents: readonly RecordId[],
  work: FakeWork,
): Promise<void> {
  const { database, chosen, pools } = work;
  const parent = chosen.get(lines.lineParent?.model ?? '');
  const worth = worthOf(lines, work);
  if (!parent || !worth || parent.rules !== null) return;
  const total = factColumns(parent, work).total ?? called(parent, ESTIMATE);
  if (!total || called(parent, NET) || called(parent, TAX)) return;
  const sums = await sumsOf(lines, worth, work);
  const { quote, placeholder, encode } = database.dialect;
  const { key } = parent;
  const sql = `UPDATE ${quote(parent.table)} SET ${quote(total.column)} = ${placeholder(1)} WHERE ${quote(key.column)} = ${placeholder(2)}`;
  const statement = statementOf(sql);
  const summed = parents.filter((id) => sums.has(id));
  for (let at = 0; at < summed.length; at += BATCH)
    await database.write(async (session) => {
      for (const id of summed.slice(at, at + BATCH)) {
        const value = settle(sums.get(id)!, total);
        await session.run(statement, [encode(value, total), encode(id, key)]);
        pools.get(parent.name)?.setTotal(id, value);
      }
    }, UNSHARED);
}

function worthOf(lines: ModelInfo, work: FakeWork): Worth | null {
  const { total, price } = factColumns(lines, work);
  if (total) return [total];
  const quantity = called(lines, QUANTITY);
  return quantity && price ? [quantity, price] : null;
}

/** The number of a model whose name ends with these words. */
const called = ({ columns }: ModelInfo, words: string): ColumnInfo | undefined => {
  const pattern = endingWith(words);
  return columns.find(
    ({ type, name }) =>
      ['integer', 'float', 'decimal'].includes(type) && pattern.test(snakeCase(name)),
  );
};

/** The worth of all lines, by the id of their record. */
async function sumsOf(
  { table, column, lineParent }: ModelInfo,
  worth: Worth,
  { database }: FakeWork,
): Promise<ReadonlyMap<RecordId, number>> {
  const { quote, decode } = database.dialect;
  const parent = column.get(lineParent!.field)!;
  const names = [parent, ...worth].map((one) => quote(one.column));
  const statement = statementOf(`SELECT ${names.join(', ')} FROM ${quote(table)}`);
  const sums = new Map<RecordId, number>();
  for (const [stored, ...values] of await database.read((session) => session.rows(statement, []))) {
    const id = decode(stored, parent) as RecordId;
    const factors = values.map((value, at) => (value === null ? 0 : decode(value, worth[at]!)));
    const amount = factors.reduce<number>((product, factor) => product * Number(factor), 1);
    sums.set(id, (sums.get(id) ?? 0) + amount);
  }
  return sums;
}
