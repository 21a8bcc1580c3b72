import type { Faker } from '@faker-js/faker';
import type { ColumnInfo } from '../../service/src/engine/fields/column-info.js';

interface Range {
  readonly min: number;
  readonly max: number;
  /** Values are whole multiples of it. */
  readonly step?: number;
}

/** The range of a number, by the last words of its field's name. */
const BY_NAME: readonly (readonly [RegExp, Range])[] = [
  [/hours?$/, { min: 0.5, max: 40, step: 0.5 }],
  [/(minutes?|duration)$/, { min: 5, max: 240, step: 5 }],
  [/(salary|wage|income|revenue|budget)$/, { min: 30_000, max: 150_000, step: 500 }],
  [/(price|amount|total|cost|fee|balance|value)$/, { min: 5, max: 900, step: 0.01 }],
  [/(percent|percentage|discount|progress)$/, { min: 0, max: 100, step: 1 }],
  [
    /(tax|vat|interest|exchange|discount|conversion|commission|success|failure|error|growth)_?rate$/,
    { min: 0, max: 1, step: 0.01 },
  ],
  [/rate$/, { min: 20, max: 150, step: 0.5 }],
  [/(ratio|margin|share)$/, { min: 0, max: 1, step: 0.01 }],
  [/age$/, { min: 18, max: 90, step: 1 }],
  [/year$/, { min: 1990, max: 2026, step: 1 }],
  [/(latitude|lat)$/, { min: -60, max: 70, step: 0.0001 }],
  [/(longitude|lng|lon)$/, { min: -180, max: 180, step: 0.0001 }],
  [/(level|rank|order|priority|position|stars|rating|score)$/, { min: 1, max: 10, step: 1 }],
  [/(quantity|count|stock|size|seats|capacity)$/, { min: 1, max: 100, step: 1 }],
];

/** Generates numbers for a field: within its own bounds and with no more decimals than it stores. */
export function numberMaker(column: ColumnInfo): (faker: Faker) => number {
  const { min, max, step } = rangeOf(column);
  const lowest = Math.ceil(min / step);
  const highest = Math.max(lowest, Math.floor(max / step));
  const inverse = Math.round(1 / step);
  return (faker) => {
    const steps = faker.number.int({ min: lowest, max: highest });
    // Dividing by an integer gives 0.3 where multiplying gives 0.30000000000000004.
    return step < 1 ? steps / inverse : steps * step;
  };
}

function rangeOf(column: ColumnInfo): Required<Range> {
  const name = column.name.toLowerCase();
  const room = roomOf(column);
  const ceiling = Math.min(column.max ?? Infinity, room);
  // A `rate` of at most 1 is not one of money.
  const known = BY_NAME.find(([pattern, { min }]) => pattern.test(name) && min < ceiling)?.[1];
  const usual = known ?? { min: 0, max: 1000 };
  const whole = column.type === 'integer' || column.type === 'bigint' || column.scale === 0;
  const finest = column.type === 'decimal' ? 10 ** -(column.scale ?? 0) : 0.01;
  const step = whole ? Math.max(1, usual.step ?? 1) : Math.max(finest, usual.step ?? finest);
  // `min: 0` does not make a price of 0.03 likely.
  const isAmount = known !== undefined && column.min !== null && column.min >= 0;
  const lowest = isAmount ? Math.max(column.min, usual.min) : (column.min ?? usual.min);
  const min = Math.max(lowest, -room);
  const max = Math.min(column.max ?? Math.max(usual.max, min + 100 * step), room);
  const fits = max - min >= step;
  return { min: fits ? min : max, max, step: fits ? step : whole ? 1 : finest };
}

/** The largest integer part that a decimal can hold. */
const roomOf = ({ type, precision, scale }: ColumnInfo): number =>
  type === 'decimal' && precision !== null
    ? 10 ** (precision - (scale ?? 0)) - 1
    : Number.MAX_SAFE_INTEGER;
