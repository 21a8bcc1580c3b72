import type { ColumnInfo } from '../../../service/engine/fields/column-info.js';
import type { ModelInfo } from '../../../service/engine/model/model-info.js';
import { fakeRows } from '../../fake/fake-rows.js';
import type { Row } from '../naive/naive.js';
import type { ProvedService } from '../service/start-service.js';
import { keepRows, putBack } from './put-back.js';
import { storedWorld } from './stored.js';

/** Realistic rows of each model that are not in the database: values for new records, and other values for fields. */
export type Samples = ReadonlyMap<string, readonly Row[]>;

const COUNT = 3;
const TODAY = '2026-01-15';

/** Makes realistic rows, reads them and takes them out of the database again. */
export async function makeSamples(
  service: ProvedService,
  seed: number,
  models: readonly ModelInfo[] = service.models,
): Promise<Samples> {
  const { database, code, guards } = service;
  const before = await storedWorld(service);
  await keepRows(service);
  const chosen = models.filter((model) => !code.isBuiltIn(model));
  const options = { models: service.models, chosen, count: COUNT, seed: seed + 1, today: TODAY };
  await fakeRows(database, { ...options, guards });
  const after = await storedWorld(service);
  await putBack(service, after, before);
  return new Map(
    chosen.map(({ name, columns }) => {
      const known = new Set(before[name]!.map(({ id }) => id));
      const made = after[name]!.filter(({ id }) => !known.has(id));
      return [name, withoutUnfree(made, columns)];
    }),
  );
}

/** Rows without the values that nobody may write who has not made them, such as files; none where a row needs one. */
function withoutUnfree(rows: readonly Row[], columns: readonly ColumnInfo[]): readonly Row[] {
  const unfree = columns.filter(({ added }) => added?.isFree === false);
  if (unfree.length === 0) return rows;
  if (unfree.some(({ nullable }) => !nullable)) return [];
  const none = Object.fromEntries(unfree.map(({ name }) => [name, null]));
  return rows.map((row) => ({ ...row, ...none }));
}
