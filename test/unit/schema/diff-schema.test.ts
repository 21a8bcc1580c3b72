import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsToFill, diffSchema } from '../../../src/schema/diff-schema.js';
import { renameSchema } from '../../../src/schema/rename-schema.js';
import { replay } from '../../../src/schema/replay.js';
import type { Column, ForeignKey, Schema, Table } from '../../../src/schema/schema.js';
import { type Step, stepCall } from '../../../src/schema/step.js';
import { replay as replayInProject } from '../../../templates/service/engine/database/steps/replay.js';
import type { Step as StepInProject } from '../../../templates/service/engine/database/steps/schema.js';
import * as inProject from '../../../templates/service/engine/database/steps/step.js';

const MODELS = ['a', 'b', 'c'];
/** Tables to which nothing refers, whose primary key may become another. */
const JOINS = ['j', 'k'];
const COLUMNS = ['x', 'y', 'z'];
const KEYS = MODELS.map((table) => `${table}_id`);

const column: fc.Arbitrary<Column> = fc
  .record({
    type: fc.constantFrom('string', 'integer', 'date'),
    nullable: fc.boolean(),
    default: fc.constantFrom('none', 'value', 'today'),
  })
  .map(({ type, nullable, default: given }) => ({
    type,
    ...(nullable && { nullable: true as const }),
    ...(given === 'value' && { default: { kind: 'value' as const, value: 'some' } }),
    ...(given === 'today' && { default: { kind: 'today' as const } }),
  }));

const foreignKey = (name: string): fc.Arbitrary<ForeignKey> =>
  fc.record({
    column: fc.constant(name),
    table: fc.constantFrom(...MODELS),
    onDelete: fc.constantFrom('set null', 'restrict', 'cascade'),
  });

const table = (isJoin: boolean): fc.Arbitrary<Table> =>
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
        columns: new Map(Object.entries(columns)),
        primaryKey: isJoin && references.length > 1 ? references.slice(0, 2) : ['id'],
        uniques: uniques.filter(has),
        indexes: indexes.filter(has),
        trigrams: trigrams.filter((group) => group.length === 1 && has(group)),
        foreignKeys: keys.filter((key) => has([key.column])),
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
    const isThere = (key: ForeignKey) => key.table in tables;
    return new Map(
      Object.entries(tables).map(([name, one]) => [
        name,
        { ...one, foreignKeys: one.foreignKeys.filter(isThere) },
      ]),
    );
  });

/** A schema without the order of what has none. */
const plain = (tables: Schema): unknown =>
  Object.fromEntries(
    [...tables].map(([name, one]) => [
      name,
      {
        columns: Object.fromEntries(one.columns),
        primaryKey: [...one.primaryKey].sort(),
        uniques: one.uniques.map(String).sort(),
        indexes: one.indexes.map(String).sort(),
        trigrams: one.trigrams.map(String).sort(),
        foreignKeys: [...one.foreignKeys].sort((a, b) => (a.column < b.column ? -1 : 1)),
      },
    ]),
  );

const after = (before: Schema, steps: readonly Step[]): Schema =>
  replay(
    before,
    steps.map((step) => JSON.parse(JSON.stringify(stepCall(step))) as ReturnType<typeof stepCall>),
  );

/** References of a table to others that are not there. */
const lost = (tables: Schema): readonly string[] =>
  [...tables].flatMap(([name, { foreignKeys }]) =>
    foreignKeys.filter((key) => !tables.has(key.table)).map((key) => `${name}.${key.column}`),
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
        const other = new Map([...one].reverse());
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
          const keyIn = (tables: Schema) =>
            tables.get(step.table)?.foreignKeys.find((key) => key.column === step.column)?.table;
          const isIn = next.get(step.table)?.columns.has(step.column);
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
          const was = before.get(step.table)?.columns.get(step.column);
          const isNew = step.do === 'addColumn' || was?.nullable === true;
          expect(asked.includes(`${step.table},${step.column}`)).toBe(isRequired && isNew);
        }
      }),
    );
  });
});

/** The tables as a project's engine has them; the order of indexes and keys does not matter. */
const comparable = (tables: [string, Omit<Table, 'columns'> & { readonly columns: unknown }][]) =>
  Object.fromEntries(
    tables.map(([name, { columns, primaryKey, foreignKeys, uniques, indexes, trigrams }]) => {
      const keys = foreignKeys.map(({ column, table, onDelete }) => ({ column, table, onDelete }));
      const lists = [keys, uniques, indexes, trigrams];
      const sorted = lists.map((list) => list.map((one) => JSON.stringify(one)).sort());
      return [name, { columns, primaryKey: [...primaryKey].sort(), sorted }];
    }),
  );

describe('the steps in a project', () => {
  it('make the tables there that crudgen expects of them', () => {
    fc.assert(
      fc.property(schema, schema, (before, next) => {
        const steps = [...diffSchema(new Map(), before), ...diffSchema(before, next)];
        const made = steps.map(stepCall).map(({ call, args }) => {
          const write = inProject[call] as (...given: readonly unknown[]) => StepInProject;
          return write(...args);
        });
        const expected = [...next].map(([table, spec]): [string, Table] => {
          const columns = stepCall({ do: 'createTable', table, spec }).args[1];
          return [table, { ...spec, columns: columns as never }];
        });
        const { tables } = replayInProject(made);
        expect(comparable(Object.entries(tables))).toEqual(comparable(expected));
      }),
      { numRuns: 300 },
    );
  });
});

describe('renamed tables and columns', () => {
  type Names = Readonly<Record<string, string>>;
  const renames = fc.record({
    tables: fc.constantFrom<Names[]>({}, { a: 'e' }, { a: 'e', b: 'f' }),
    columns: fc.constantFrom<Readonly<Record<string, Names>>[]>(
      {},
      { a: { x: 'w' } },
      { a: { x: 'y', y: 'w' } },
      { a: { x: 'w' }, b: { z: 'w' } },
    ),
  });

  it('are what their steps make, references to them included', () => {
    fc.assert(
      fc.property(schema, renames, (before, given) => {
        const isThere = ([name, moved]: [string, Names]) => {
          const columns = before.get(name)?.columns;
          return Object.entries(moved).every(
            ([from, to]) => columns?.has(from) && (!columns.has(to) || to in moved),
          );
        };
        const columns = Object.fromEntries(Object.entries(given.columns).filter(isThere));
        const { steps, schema: renamed } = renameSchema(before, { ...given, columns });
        expect(plain(after(before, steps))).toEqual(plain(renamed));
      }),
      { numRuns: 300 },
    );
  });
});
