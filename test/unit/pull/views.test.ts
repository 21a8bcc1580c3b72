import { expect, it } from 'vitest';
import type { Choice } from '../../../src/pull/choose-tables.js';
import { pullSpec } from '../../../src/pull/pull.js';
import { sqliteSchemaWithViews } from './databases.js';

const SHOP = `
  CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL);
  CREATE TABLE bill (number INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer, paid_on DATE);
  CREATE TABLE item (bill INTEGER REFERENCES bill, position INTEGER, price REAL, PRIMARY KEY (bill, position));
  INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bo');
  INSERT INTO bill VALUES (10, 1, '2026-01-01'), (11, 1, NULL), (12, 2, NULL);
  INSERT INTO item VALUES (10, 1, 5), (10, 2, 2.5), (11, 1, 1);
`;

const pulled = async (sql: string, choice: Choice = {}) => {
  const schema = await sqliteSchemaWithViews(SHOP + sql, choice);
  const { models, leftOut } = pullSpec(schema, 'shop.db', choice);
  return { view: models.find(({ table }) => table.kind === 'view'), leftOut };
};

/** The fields of a view as a spec has them, and why its key is one. */
async function said(sql: string) {
  const { view } = await pulled(sql);
  const fields = view?.fields.map(({ name, type, words }) =>
    [name, type[0], type[1], ...words.keys()].filter(Boolean).join(' '),
  );
  return { fields, reasons: view?.reasons };
}

it('a view has the key of the table that has a row for each of its rows', async () => {
  expect(
    await said(
      'CREATE VIEW billed AS SELECT b.number, c.id AS customer_id, c.name FROM bill b JOIN customer c ON c.id = b.customer_id',
    ),
  ).toEqual({
    fields: ['number integer key', 'customer_id ref Customer', 'name string 40'],
    reasons: ['its key is that of the table bill, and unique in its 3 rows'],
  });
});

it('a view has a key of several columns where one of them is not unique', async () => {
  expect(
    await said(
      'CREATE VIEW twice AS SELECT b.number, i.bill, i.position, i.price * 2 AS twice FROM item i JOIN bill b ON b.number = i.bill',
    ),
  ).toEqual({
    fields: [
      'bill integer key',
      'position integer key',
      'number_id ref Bill column',
      'twice float',
    ],
    reasons: ['its key is that of the table item, and unique in its 3 rows'],
  });
});

it('a view has a column as its key that is called so and unique', async () => {
  expect(
    await said(
      `CREATE VIEW sums AS SELECT name AS "Customer Name", count(*) AS bills FROM customer, bill WHERE id = customer_id GROUP BY id`,
    ),
  ).toEqual({
    fields: ['customer_name string 40 key column', 'bills integer'],
    reasons: ['no key: Customer Name is called so and unique in its 2 rows'],
  });
});

it('a view without rows has the longest key of its tables, or none', async () => {
  expect(
    await said(
      'CREATE VIEW open AS SELECT b.*, i.bill, i.position FROM bill b, item i WHERE 1 = 0',
    ),
  ).toMatchObject({ reasons: ['its key is that of the table item, which no row confirms'] });
  expect(await said('CREATE VIEW none AS SELECT name FROM customer WHERE 1 = 0')).toEqual({
    fields: ['name string 40'],
    reasons: [expect.stringContaining('no column names its rows: a list without records')],
  });
});

it('a view without rows has a column called id as its key', async () => {
  const sql = 'CREATE VIEW open AS SELECT number AS "ID" FROM bill WHERE 1 = 0';
  expect(await said(sql)).toEqual({
    fields: ['id integer key column'],
    reasons: ['no key: ID is called so and no row confirms it'],
  });
});

it('a view reads tables through other views', async () => {
  expect(
    await said(
      'CREATE VIEW paid AS SELECT * FROM late; CREATE VIEW late AS SELECT number, paid_on FROM bill',
    ),
  ).toEqual({
    fields: ['number integer key', 'paid_on date'],
    reasons: ['its key is that of the table bill, and unique in its 3 rows'],
  });
});

it('a view that cannot be read is named, and takes no other one with it', async () => {
  const { view, leftOut } = await pulled(
    'CREATE VIEW gone AS SELECT * FROM missing; CREATE VIEW paid AS SELECT number FROM bill',
  );
  expect(view?.name).toBe('Paid');
  expect(leftOut).toEqual([
    { name: 'gone', why: expect.stringMatching('^it cannot be read'), isView: true },
  ]);
});

it('views are left out on demand', async () => {
  const sql = 'CREATE VIEW bills AS SELECT number FROM bill';
  expect(await pulled(sql, { views: false })).toEqual({
    view: undefined,
    leftOut: [{ name: 'bills', why: 'left out by --no-views', isView: true }],
  });
  expect((await pulled(sql, { exclude: ['bills'] })).view).toBeUndefined();
  expect((await pulled(sql, { tables: ['bill'] })).view).toBeUndefined();
});
