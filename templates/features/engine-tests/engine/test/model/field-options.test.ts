import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { expect, test } from 'vitest';
import { columnSchema } from '../../docs/field-schema.js';
import { checkValue } from '../../fields/check-value.js';
import type { ColumnInfo } from '../../fields/column-info.js';
import { describeColumn } from '../../model/describe-column.js';
import type { FieldOptions } from '../../model/field.js';

/** How an option of a column goes through the engine. */
interface Way {
  /** A type of TypeORM for which it is. */
  readonly type: string;
  readonly options: FieldOptions;
  /** The options without which it says nothing. */
  readonly with?: FieldOptions;
  /** Where the description of the column has it. */
  readonly as: keyof ColumnInfo;
  /** A value that it refuses; null where it restricts no values. */
  readonly refuses: unknown;
  /** Whether the OpenAPI document says it. */
  readonly isDocumented: boolean;
}

/**
 * Options that are no property of any column: of a key, a unique index, a field without a column, a relation, an input of the back-office,
 * or the feature `privacy`.
 */
type Elsewhere =
  | ('unique' | 'writeOnly' | 'required' | 'computed' | 'lines' | 'key' | 'makes' | 'id')
  | ('placeholder' | 'section' | 'showIf' | 'personal');

const restricts = { isDocumented: true };
const tells = { refuses: null, isDocumented: true };
const serves = { refuses: null, isDocumented: false };

// A new option needs an entry here, or in `Elsewhere` and a test of its own; the tests find where it is forgotten on its way.
const WAYS: Readonly<Record<Exclude<keyof FieldOptions, Elsewhere>, Way>> = {
  values: { type: 'varchar', options: { values: ['a'] }, as: 'values', ...tells },
  enforce: {
    ...{ type: 'varchar', options: { enforce: true }, with: { values: ['a'] }, as: 'enforce' },
    ...{ refuses: 'b', ...restricts },
  },
  min: { type: 'integer', options: { min: 2 }, as: 'min', refuses: 1, ...restricts },
  max: { type: 'varchar', options: { max: 2 }, as: 'max', refuses: 'abc', ...restricts },
  format: {
    ...{ type: 'varchar', options: { format: 'email' }, as: 'format', refuses: 'a', ...restricts },
  },
  pattern: {
    ...{ type: 'varchar', options: { pattern: '^a' }, as: 'pattern', refuses: 'b', ...restricts },
  },
  patternMessage: {
    ...{ type: 'varchar', options: { patternMessage: 'An a' }, with: { pattern: '^a' } },
    ...{ as: 'patternMessage', ...tells },
  },
  unit: { type: 'integer', options: { unit: 'km' }, as: 'unit', ...tells },
  help: { type: 'varchar', options: { help: 'In full years' }, as: 'help', ...tells },
  search: { type: 'varchar', options: { search: 'trigram' }, as: 'search', ...serves },
  type: { type: 'varchar', options: { type: 'uuid' }, as: 'type', refuses: 'a', ...restricts },
  derivedFrom: { type: 'varchar', options: { derivedFrom: 'x' }, as: 'derivedFrom', ...serves },
  total: { type: 'integer', options: { total: 'count(x)' }, as: 'total', ...serves },
  series: { type: 'varchar', options: { series: '{0}' }, as: 'series', ...serves },
  steps: { type: 'varchar', options: { steps: ['a/b'] }, as: 'steps', ...serves },
  from: { type: 'varchar', options: { from: 'part.price' }, as: 'from', ...serves },
};

const columnOf = (type: string, options: FieldOptions): ColumnInfo =>
  describeColumn(
    {
      ...{ propertyName: 'one', databaseName: 'one', type, isNullable: true, isSelect: true },
      entityMetadata: { name: 'Thing', tableName: 'thing' },
    } as unknown as ColumnMetadata,
    new Map([['one', options]]),
  );

test.each(Object.entries(WAYS))('the option %s goes all its way', (_, way) => {
  const [plain, column] = [way.with, { ...way.with, ...way.options }].map((options) =>
    columnOf(way.type, options ?? {}),
  ) as [ColumnInfo, ColumnInfo];
  expect(column[way.as]).not.toEqual(plain[way.as]);
  if (way.refuses !== null) {
    expect(checkValue(way.refuses, plain)).toEqual({ value: way.refuses });
    expect(checkValue(way.refuses, column)).toHaveProperty('message');
  }
  const isSaid = JSON.stringify(columnSchema(column)) !== JSON.stringify(columnSchema(plain));
  expect(isSaid).toBe(way.isDocumented);
});
