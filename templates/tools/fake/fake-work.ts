import type { Faker } from '@faker-js/faker';
import type { ModelInfo } from '../../service/src/engine/model/model-info.js';
import type { Database } from '../../service/src/engine/database/database.js';
import type { RowMaker } from './row-maker.js';
import type { RowPool } from './row-pool.js';
import type { Row } from './unique-rows.js';

/** What all rows of one run are built with. */
export interface FakeWork {
  readonly database: Database;
  readonly faker: Faker;
  readonly now: Date;
  /** The possible targets of references, by model name. */
  readonly pools: ReadonlyMap<string, RowPool>;
  /** The models that get rows, by name. */
  readonly chosen: ReadonlyMap<string, ModelInfo>;
}

/** No code of the developer's runs in the transactions that insert fake rows. */
export const UNSHARED = { shared: false };

/** A row in the form in which its table stores it. */
export const encoded = (
  { dialect }: Database,
  { columns }: Pick<RowMaker, 'columns'>,
  row: Readonly<Row>,
): readonly unknown[] => columns.map((column) => dialect.encode(row[column.name], column));
