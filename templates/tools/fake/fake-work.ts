import type { Faker } from '@faker-js/faker';
import type { ModelInfo } from '../../service/engine/model/model-info.js';
import type { RecordGuards } from '../../service/engine/records/scope.js';
import type { Database } from '../../service/engine/database/database.js';
import { Dice } from './dice.js';
import type { RowMaker } from './row-maker.js';
import type { RowPool } from './row-pool.js';
import { snakeCase } from './table.js';
import type { Tenancy } from './tenancy.js';
import type { Row } from './unique-rows.js';
import type { Trade } from './words/trade.js';
import { TRADES } from './words/trades.js';

/** What all rows of one run are built with. */
export interface FakeWork {
  readonly database: Database;
  readonly faker: Faker;
  readonly seed: number;
  /** The midnight (UTC) at which the day of the run begins, in milliseconds. */
  readonly now: number;
  readonly trade: Trade;
  readonly tenancy: Tenancy;
  /** The possible targets of references, by model name. */
  readonly pools: Map<string, RowPool>;
  /** All models by name, and of these the ones that get rows. */
  readonly models: ReadonlyMap<string, ModelInfo>;
  readonly chosen: ReadonlyMap<string, ModelInfo>;
  /** The fields of models by which others come to what they refer to. */
  readonly onWays: ReadonlyMap<string, ReadonlySet<string>>;
  /** What gives rows values where the service stores them. */
  readonly guards: readonly RecordGuards[];
}

/** Chance of one purpose's own: what is thrown for one changes nothing for the others. */
export function diceFor({ seed, faker }: FakeWork, purpose: string): Dice {
  const dice = new Dice(seed, purpose);
  faker.seed(dice.below(2 ** 31));
  return dice;
}

/** The trade that most of a project's models are known by. */
export function tradeOf(models: readonly Pick<ModelInfo, 'name'>[]): Trade {
  const names = models.map(({ name }) => snakeCase(name));
  const known = TRADES.slice(0, -1).map(
    (trade) => names.filter((name) => trade.models.test(name)).length,
  );
  const most = Math.max(...known);
  return most === 0 ? TRADES.at(-1)! : TRADES[known.indexOf(most)]!;
}

/** No code of the developer's runs in the transactions that insert fake rows. */
export const UNSHARED = { shared: false };

/** A row in the form in which its table stores it. */
export const encoded = (
  { dialect }: Database,
  { columns }: Pick<RowMaker, 'columns'>,
  row: Readonly<Row>,
): readonly unknown[] => columns.map((column) => dialect.encode(row[column.name], column));
