import type { Faker } from '@faker-js/faker';
import type { ModelInfo } from '../../service/src/engine/model/model-info.js';
import type { Database } from '../../service/src/engine/database/database.js';
import type { RowMaker } from './row-maker.js';
import type { RowPool } from './row-pool.js';
import type { Row } from './unique-rows.js';

/** What all rows of one run are made with. */
export interface FakeWork {
  readonly database: Database;
  readonly faker: Faker;
  readonly now: Date;
  /** The rows that references may point to, by the names of their models. */
  readonly pools: ReadonlyMap<string, RowPool>;
  /** The models that get rows, by name. */
  readonly chosen: ReadonlyMap<string, ModelInfo>;
}

/** No code of the owner's runs in the transactions that made-up rows are written in. */
export const ALONE = { shared: false };

/** A row as its table takes it. */
export const encoded = (
  { dialect }: Database,
  { columns }: Pick<RowMaker, 'columns'>,
  row: Readonly<Row>,
): readonly unknown[] => columns.map((column) => dialect.encode(row[column.name], column));
