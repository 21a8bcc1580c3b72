import { expect, test } from 'vitest';
import 'reflect-metadata';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type ColumnOptions,
} from 'typeorm';
import {
  DATETIME,
  DECIMAL,
  JSON_VALUE,
} from '../../../../templates/service/engine/database/column-types.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { Field } from '../../../../templates/service/engine/model/field.js';
import { recordLines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { sums } from '../../../../templates/features/sums/engine/sums/sums-feature.js';
import { ROLES } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';

/** Why a model with this total of a field of its lines does not start; empty if it does. */
async function refusalOf(total: string, column: ColumnOptions, of: ColumnOptions) {
  class Whole {
    id!: number;
    total!: unknown;
    parts?: Part[];
    updated_at!: Date;
  }
  class Part {
    id!: number;
    whole_id!: number;
    whole?: Whole;
    value!: unknown;
  }
  const decorate = ({ prototype }: { prototype: object }, name: string, ...all: unknown[]) => {
    for (const one of all) (one as PropertyDecorator)(prototype, name);
  };
  decorate(Whole, 'id', PrimaryGeneratedColumn());
  decorate(Whole, 'total', Field({ total }), Column(column));
  const lines = OneToMany(
    () => Part,
    (part: Part) => part.whole,
  );
  decorate(Whole, 'parts', Field({ lines: true }), lines);
  decorate(Whole, 'updated_at', UpdateDateColumn({ type: DATETIME, precision: 3 }));
  decorate(Part, 'id', PrimaryGeneratedColumn());
  decorate(Part, 'whole_id', Column('integer'));
  const whole = ManyToOne(
    () => Whole,
    (one) => one.parts,
    { onDelete: 'CASCADE' },
  );
  decorate(Part, 'whole', whole, JoinColumn({ name: 'whole_id' }));
  decorate(Part, 'value', Column(of));
  Entity('whole')(Whole);
  Entity('part')(Part);
  const database = await openDatabase('sqlite::memory:', [Whole, Part], []);
  try {
    createEngine({
      database,
      modules: [{ entity: Whole }, { entity: Part }],
      roles: () => ROLES,
      searchedFields: () => [],
      lines: recordLines,
      totals: sums.totals,
      settings: { maxPageSize: 100, maxQueryCost: 300 },
    });
    return '';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

const optional = { nullable: true } as const;
const text = (length: number): ColumnOptions => ({ type: 'varchar', length, ...optional });
const decimal = (precision: number, scale: number): ColumnOptions => ({
  ...{ type: 'decimal', precision, scale, transformer: DECIMAL },
});
const number: ColumnOptions = { type: 'integer', default: 0 };
const truth: ColumnOptions = { type: 'boolean', ...optional };
const json: ColumnOptions = { type: JSON_VALUE, ...optional };

test.each([
  ['a sum', 'sum(parts.value)', number, number],
  ['a count', 'count(parts)', number, text(9)],
  ['the first of texts', 'min(parts.value)', text(9), text(9)],
  ['a maximum of decimals', 'max(parts.value)', { ...decimal(9, 3), ...optional }, decimal(8, 2)],
  ['a sum of decimals', 'sum(parts.value)', { ...decimal(4, 2), default: 0 }, decimal(8, 2)],
] as const)('%s starts', async (_name, total, column, of) => {
  expect(await refusalOf(total, column, of)).toBe('');
});

test.each([
  ['no such kind', 'mean(parts.value)', number, number, 'must be like sum(items.amount)'],
  ['no such lines', 'sum(party.value)', number, number, 'its total needs lines'],
  ['no such field', 'sum(parts.valve)', number, number, 'did you mean value?'],
  ['other types', 'sum(parts.value)', number, text(9), 'it is integer, and the field'],
  [
    'a count of text',
    'count(parts)',
    { ...text(9), nullable: false },
    number,
    'a count is an integer',
  ],
  [
    'a sum of texts',
    'sum(parts.value)',
    { ...text(9), nullable: false },
    text(9),
    'a sum is of numbers',
  ],
  [
    'a sum that may be null',
    'sum(parts.value)',
    { ...number, ...optional },
    number,
    'it is 0 without lines',
  ],
  [
    'a minimum that may not be null',
    'min(parts.value)',
    number,
    number,
    'it is null without lines',
  ],
  ['the greater truth', 'max(parts.value)', truth, truth, 'there is no max of boolean values'],
  ['the smallest JSON', 'min(parts.value)', json, json, 'there is no min of json values'],
  [
    'a text that is too short',
    'min(parts.value)',
    text(9),
    text(10),
    'its 9 characters are fewer than those',
  ],
  [
    'too few digits',
    'max(parts.value)',
    { ...decimal(7, 2), ...optional },
    decimal(8, 2),
    'its 5 digits before the point',
  ],
  [
    'too few places',
    'sum(parts.value)',
    { ...decimal(9, 1), default: 0 },
    decimal(8, 2),
    'its 1 decimal places are fewer',
  ],
] as const)('%s: the service does not start', async (_name, total, column, of, reason) => {
  expect(await refusalOf(total, column, of)).toContain(`Whole.total: `);
  expect(await refusalOf(total, column, of)).toContain(reason);
});
