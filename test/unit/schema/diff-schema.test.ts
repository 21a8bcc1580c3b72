import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterMigration } from '../../../src/schema/after-migration.js';
import { columnsToFill, diffSchema } from '../../../src/schema/diff-schema.js';
import { applyStep, replay } from '../../../src/schema/engine/replay.js';
import {
  type ColumnSpec,
  type ForeignKeySpec,
  NO_TABLES,
  own,
  type Schema,
  type Step,
  type TableSchema,
  type TableStep,
} from '../../../src/schema/engine/schema.js';
import { stepOf } from '../../../src/schema/read-step.js';
import { renameSchema } from '../../../src/schema/rename-schema.js';
import { columnIn } from '../../../src/schema/schema.js';
import { MOMENTS, stepCall } from '../../../src/schema/step-call.js';
import { NOW, TODAY } from '../../../templates/service/engine/database/column-types.js';
import * as builders from '../../../templates/service/engine/database/steps/step.js';

const MODELS = ['a', 'b', 'c'];
/** Tables to which nothing refers, whose primary key may become another. */
const JOINS = ['j', 'k'];
/** One is called like what every object has. */
const COLUMNS = ['x', 'y', 'constructor'];
const KEYS = MODELS.map((table) => `${table}_id`);

const column: fc.Arbitrary<ColumnSpec> = fc
  .record({
    type: fc.constantFrom('string', 'integer', 'date'),
    nullable: fc.boolean(),
    default: fc.constantFrom('none', 'value', 'today', 'now'),
  })
  .map(({ type, nullable, default: given }) => ({
    type,
    ...(nullable && { nullable: true }),
    ...(given === 'value' && { default: 'some' }),
    ...((given === 'today' || given === 'now') && { default: { sql: given } }),
  }));

const foreignKey = (name: string): fc.Arbitrary<ForeignKeySpec> =>
  fc.record({
    column: fc.constant(name),
    table: fc.constantFrom(...MODELS),
    onDelete: fc.constantFrom('set null', 'restrict', 'cascade'),
  });

const table = (isJoin: boolean): fc.Arbitrary<TableSchema> =>
  fc
    .record({
      columns: fc.dictionary(fc.constantFrom(...COLUMNS, ...KEYS), column),
      keys: fc.tuple(...KEYS.map(foreignKey)),
      groups: fc.tuple(
        ...[0, 1, 2].map(() =>
          fc.uniqueArray(fc.subarray([...COLUMNS, ...KEYS], { minLength: 1, maxLength: 2 }), {
            selector: String,
            maxLength: 3,
          }),
        ),
      ),
    })
    .map(({ columns, keys, groups }) => {
      const names = Object.keys(columns);
      const has = (group: readonly string[]) => group.every((name) => names.includes(name));
      const [uniques = [], indexes = [], trigrams = []] = groups;
      const references = names.filter((name) => KEYS.includes(name));
      return {
        columns,
        primaryKey: isJoin && references.length > 1 ? references.slice(0, 2) : ['id'],
        uniques: uniques.filter(has),
        indexes: indexes.filter(has),
        trigrams: trigrams.filter((group) => group.length === 1 && has(group)),
        foreignKeys: keys.filter((key) => has([key.column].flat())),
      };
    });

/** Any tables, whose references lead to tables that are there, in circles, too. */
const schema: fc.Arbitrary<Schema> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...MODELS), table(false)),
    fc.dictionary(fc.constantFrom(...JOINS), table(true)),
  )
  .map(([models, joins]) => {
    const tables = { ...models, ...joins };
    const isThere = (key: ForeignKeySpec) => Object.hasOwn(tables, key.table);
    const whole = Object.entries(tables).map(([name, one]) => [
      name,
      { ...one, foreignKeys: one.foreignKeys.filter(isThere) },
    ]);
    return { tables: Object.fromEntries(whole) as Schema['tables'] };
  });

/** A schema without the order of what has none. */
const plain = ({ tables }: Schema): unknown =>
  Object.fromEntries(
    Object.entries(tables).map(([name, one]) => [
      name,
      {
        columns: { ...one.columns },
        primaryKey: [...one.primaryKey].sort(),
        uniques: one.uniques.map(String).sort(),
        indexes: one.indexes.map(String).sort(),
        trigrams: one.trigrams.map(String).sort(),
        foreignKeys: [...one.foreignKeys].sort((a, b) => (a.column < b.column ? -1 : 1)),
      },
    ]),
  );

/** A step as it is read from its call. */
const readBack = (step: TableStep): TableStep =>
  stepOf(JSON.parse(JSON.stringify(stepCall(step))) as ReturnType<typeof stepCall>);

const after = ({ tables }: Schema, steps: readonly TableStep[]): Schema => ({
  tables: Object.fromEntries(afterMigration(new Map(Object.entries(tables)), steps.map(readBack))),
});

/** References of a table to others that are not there. */
const lost = ({ tables }: Schema): readonly string[] =>
  Object.entries(tables).flatMap(([name, { foreignKeys }]) =>
    foreignKeys
      .filter((key) => !Object.hasOwn(tables, key.table))
      .map((key) => `${name}.${key.column}`),
  );

describe('the steps between two schemas', () => {
  it('lead from any one to any other, written as calls and read back', () => {
    fc.assert(
      fc.property(schema, schema, (before, next) => {
        expect(plain(after(before, diffSchema(before, next)))).toEqual(plain(next));
      }),
      { numRuns: 500 },
    );
  });

  it('are none where nothing differs, in whatever order it stands', () => {
    fc.assert(
      fc.property(schema, (one) => {
        const other = { tables: Object.fromEntries(Object.entries(one.tables).reverse()) };
        expect(diffSchema(one, other)).toEqual([]);
      }),
    );
  });

  it('never leave a reference to a table that is gone, or not there yet', () => {
    fc.assert(
      fc.property(schema, schema, (before, next) => {
        const steps = diffSchema(before, next);
        for (const [at] of steps.entries())
          expect(lost(after(before, steps.slice(0, at + 1)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keep the rows of a column whose reference stays, and of no other reference', () => {
    fc.assert(
      fc.property(schema, schema, (before, next) => {
        const dropped = diffSchema(before, next).filter((step) => step.do === 'dropColumn');
        for (const step of dropped) {
          const keyIn = ({ tables }: Schema) =>
            own(tables, step.table)?.foreignKeys.find((key) => key.column === step.column)?.table;
          const isIn = columnIn(next, step.table, step.column) !== undefined;
          // One that is there afterwards was dropped since its ids would be those of another table.
          if (isIn) expect(keyIn(before)).not.toBe(keyIn(next));
        }
      }),
    );
  });

  it('fill what becomes required: by a value, or by what the developer is asked for', () => {
    fc.assert(
      fc.property(schema, schema, (before, next) => {
        const asked = columnsToFill(before, next).map(String);
        for (const step of diffSchema(before, next)) {
          if (step.do !== 'addColumn' && step.do !== 'changeColumn') continue;
          const isRequired = step.spec.nullable !== true && step.spec.default === undefined;
          const was = columnIn(before, step.table, step.column);
          const isNew = step.do === 'addColumn' || was?.nullable === true;
          expect(asked.includes(`${step.table},${step.column}`)).toBe(isRequired && isNew);
        }
      }),
    );
  });
});

/** A value as it stands in a migration, where the present is called by its name. */
function asWritten(value: unknown): unknown {
  if (value === MOMENTS.now) return NOW;
  if (value === MOMENTS.today) return TODAY;
  if (Array.isArray(value)) return value.map(asWritten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one)]));
}

describe('a step', () => {
  const backfill = fc.constantFrom<unknown>(undefined, 0, '', { sql: 'now' });

  it('is what the engine makes of its call, and what is read of it', () => {
    fc.assert(
      fc.property(schema, schema, backfill, (before, next, given) => {
        const steps = [...diffSchema(NO_TABLES, before), ...diffSchema(before, next)];
        for (const one of steps) {
          const isFilled = one.do === 'addColumn' || one.do === 'changeColumn';
          const step = isFilled && given !== undefined ? { ...one, backfill: given } : one;
          const { call, args } = stepCall(step);
          const build = builders[call] as (...given: readonly unknown[]) => Step;
          expect(build(...args.map(asWritten))).toEqual(step);
          expect(readBack(step)).toEqual(step);
        }
      }),
    );
  });

  it('leads by itself where all of them lead together', () => {
    fc.assert(
      fc.property(schema, schema, (before, next) => {
        const steps = diffSchema(before, next);
        const untouched = structuredClone(before);
        expect(plain(steps.reduce(applyStep, before))).toEqual(plain(next));
        expect(plain(replay(steps, before))).toEqual(plain(next));
        expect(before).toEqual(untouched);
      }),
    );
  });
});

describe('renamed tables and columns', () => {
  type Names = Readonly<Record<string, string>>;
  interface Renamed {
    readonly tables: Names;
    readonly columns: Readonly<Record<string, Names>>;
  }
  const renames = fc.record({
    tables: fc.constantFrom<Names[]>({}, { a: 'e' }, { a: 'e', b: 'f' }),
    columns: fc.constantFrom<Readonly<Record<string, Names>>[]>(
      {},
      { a: { x: 'w' } },
      { a: { x: 'y', y: 'w' } },
      { a: { x: 'w' }, b: { constructor: 'w' } },
    ),
  });

  /** A schema under other names, in its text: no name of a table is one of a column. */
  function underNames({ tables }: Schema, given: Renamed): Schema {
    const tableName = (name: string) => own(given.tables, name) ?? name;
    const entries = Object.entries(tables).map(([name, one]) => {
      const moved = own(given.columns, name) ?? {};
      const columnName = (column: string) => own(moved, column) ?? column;
      const groups = (all: TableSchema['uniques']) => all.map((group) => group.map(columnName));
      const columns = Object.entries(one.columns).map(([key, spec]) => [columnName(key), spec]);
      const table: TableSchema = {
        columns: Object.fromEntries(columns) as TableSchema['columns'],
        primaryKey: one.primaryKey.map(columnName),
        uniques: groups(one.uniques),
        indexes: groups(one.indexes),
        trigrams: groups(one.trigrams),
        foreignKeys: one.foreignKeys.map((key) => ({
          ...key,
          column:
            typeof key.column === 'string' ? columnName(key.column) : key.column.map(columnName),
          table: tableName(key.table),
        })),
      };
      return [tableName(name), table] as const;
    });
    return { tables: Object.fromEntries(entries) };
  }

  it('are the same under their new names, references to them included', () => {
    fc.assert(
      fc.property(schema, renames, (before, given) => {
        const isThere = ([name, moved]: [string, Names]) => {
          const columns = own(before.tables, name)?.columns ?? {};
          return Object.entries(moved).every(
            ([from, to]) =>
              Object.hasOwn(columns, from) && (!Object.hasOwn(columns, to) || to in moved),
          );
        };
        const columns = Object.fromEntries(Object.entries(given.columns).filter(isThere));
        const { steps, schema: renamed } = renameSchema(before, { ...given, columns });
        expect(renamed).toEqual(underNames(before, { ...given, columns }));
        expect(plain(after(before, steps))).toEqual(plain(renamed));
      }),
      { numRuns: 300 },
    );
  });
});
