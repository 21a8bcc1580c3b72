import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpProblem } from '../../../../templates/service/engine/problem/problem.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import { recompute } from '../../../../templates/features/sums/engine/sums/sums-command.js';
import {
  admin,
  user,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { startPostgres } from '../../../support/postgres.js';
import { Box, Crate, openCrates, Thing } from './crates.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

type Row = Record<string, unknown> & { readonly id: number };

/** A field, the largest value that it holds, and the first that it does not. */
const LIMITS = [
  ['price', 9999.99, 0.01],
  ['weight', Number.MAX_SAFE_INTEGER, 1],
  ['big', '9223372036854775807', '1'],
  ['heat', 1.7e308, 1.7e308],
] as const;

describe.each([
  ['SQLite', () => Promise.resolve('sqlite::memory:')],
  ['PostgreSQL', () => server.createDatabase()],
] as const)('a total that its field cannot hold, on %s', (_name, url) => {
  let crates: Awaited<ReturnType<typeof openCrates>>;
  beforeAll(async () => {
    const access = defineAccess<Box>({ fields: { big: { read: ['Admin'] } } });
    crates = await openCrates(await url(), {}, access);
  }, 60_000);
  afterAll(() => crates.database.close());

  const of = (entity: new () => object, as = admin) => crates.engine.operations(as)(entity);
  const boxWith = async (things: readonly object[]) => {
    const { record: crate } = await of(Crate).create({});
    const { record } = await of(Box).create({ crate_id: crate.id, things });
    return { id: record.id, ids: (record['things'] as Row[]).map(({ id }) => id) };
  };
  const stored = async () => {
    const tables = ['crate', 'box', 'thing'];
    const { dataSource } = crates.database;
    return Promise.all(
      tables.map((table) => dataSource.query(`SELECT * FROM ${table} ORDER BY id`)),
    );
  };
  /** The refusal of a write, of which nothing is stored. */
  const refusalOf = async (write: () => Promise<unknown>) => {
    const before = await stored();
    const problem: unknown = await write().catch((error: unknown) => error);
    if (!(problem instanceof HttpProblem)) throw problem;
    expect(await stored()).toEqual(before);
    return problem;
  };

  test.each(LIMITS)(
    '%s is refused by its name, whatever writes the line',
    async (name, most, more) => {
      const { id, ids } = await boxWith([{ [name]: most }, {}]);
      const other = await boxWith([{ [name]: more }]);
      const small = { box_id: id, [name]: more };
      const writes: Record<string, () => Promise<unknown>> = {
        'a form': () => of(Box).update(id, { things: [{ [name]: more }] }),
        'a line by itself': () => of(Thing).create(small),
        'a change of a line': () => of(Thing).update(ids[1]!, { [name]: more }),
        'a line that moves': () => of(Thing).update(other.ids[0]!, { box_id: id }),
        'many new lines': () => of(Thing).createMany([{ box_id: other.id }, small]),
        'many changes': () => of(Thing).updateMany([{ id: other.ids[0]!, values: { box_id: id } }]),
        code: () => crates.engine.system(Thing).create(small as never),
      };
      for (const [way, write] of Object.entries(writes)) {
        const { status, detail } = await refusalOf(write);
        expect([way, status, detail]).toEqual([
          way,
          400,
          expect.stringContaining(`\`${name}\` of the box`),
        ]);
      }
      expect(await of(Box).get(id)).toMatchObject({ [name]: most });
    },
  );

  test.each([
    ['price', -9999.99, 0.01],
    ['weight', -Number.MAX_SAFE_INTEGER, 1],
    ['big', '-9223372036854775808', '1'],
  ] as const)('%s below its field is refused where a line goes', async (name, least, more) => {
    const { id, ids } = await boxWith([{ [name]: least }, { [name]: more }]);
    const less = typeof more === 'string' ? '-1' : -more;
    await of(Thing).create({ box_id: id, [name]: less });
    const { status, detail } = await refusalOf(() => of(Thing).remove(ids[1]!));
    expect([status, detail]).toEqual([400, expect.stringContaining(`\`${name}\` of the box`)]);
  });

  test('a line of a form is named by its position, one of many by its index', async () => {
    const { id } = await boxWith([{ price: 9999 }]);
    const things = [{ price: 0.5 }, { price: 0.5 }];
    expect((await refusalOf(() => of(Box).update(id, { things }))).problems).toMatchObject([
      { field: 'things.1' },
    ]);
    const many = things.map((one) => ({ ...one, box_id: id }));
    expect((await refusalOf(() => of(Thing).createMany(many))).problems).toMatchObject([
      { index: 1 },
    ]);
  });

  test('a sum of sums names the record whose field is too small', async () => {
    const { id } = await boxWith([{ weight: 5e15 }]);
    const box = await of(Box).get(id);
    const write = () => of(Box).create({ crate_id: box['crate_id'], things: [{ weight: 5e15 }] });
    expect((await refusalOf(write)).detail).toContain('`weight` of the crate');
  });

  test('a field that its writer may not read is not named', async () => {
    const { id } = await boxWith([{ big: LIMITS[2][1] }]);
    const write = () => of(Thing, user(5, ['Editor'])).create({ box_id: id, big: '1' });
    expect((await refusalOf(write)).detail).toBe(
      'A total would be larger than its field can hold.',
    );
  });

  test('`npm run sums` names it, too', async () => {
    const { id } = await boxWith([{ price: 9999 }, {}]);
    await crates.database.dataSource.query(`UPDATE thing SET price = 5000 WHERE box_id = ${id}`);
    const scope = crates.engine.scope(admin)(Box);
    await expect(recompute(scope)).rejects.toThrow('Box.price: ');
  });
});
