import { expect, it, onTestFinished } from 'vitest';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { openToFill } from '../fixtures/filled-service.js';
import { generateService } from '../fixtures/generated-service.js';

const SPEC = `
models:
  Order:
    fields:
      name: string:required
      total: decimal=12,2:min=0
  OrderLine:
    fields:
      order: ref=Order:lines:as=lines
      quantity: integer:required:min=1
      unit_price: decimal=10,2:required:min=0
  Bill:
    fields:
      net: decimal=12,2:min=0
      total: decimal=12,2:min=0
  BillLine:
    fields:
      bill: ref=Bill:lines:as=lines
      amount: decimal=10,2:required
`;

const DECLARED = `
models:
  Order:
    fields:
      name: string:required
      size: integer:count=items
      pieces: integer:sum=items.pieces
      total: decimal=12,2:sum=items.amount
      last: date:max=items.due
  Item:
    fields:
      order: ref=Order:lines:as=items
      amount: decimal=10,2:required:min=0
      due: date
      pieces: integer:sum=parts.count
  Part:
    fields:
      item: ref=Item:lines:as=parts
      count: integer:required:min=1:max=9
`;

it('makes the totals of records the sums of their lines, unless other fields explain them', async () => {
  const service = generateService(appOfSpec('totals', SPEC));
  const filled = await openToFill(service);
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  await filled.fill({ count: 40 });
  const orders = await filled.query(
    `SELECT o.total, SUM(l.quantity * l.unit_price) AS sum
     FROM "order" o JOIN order_line l ON l.order_id = o.id GROUP BY o.id, o.total`,
  );
  expect(orders.length).toBeGreaterThan(10);
  for (const { total, sum } of orders) expect(Number(total)).toBeCloseTo(Number(sum), 2);
  const bills = await filled.query('SELECT net, total FROM bill WHERE net IS NOT NULL');
  expect(bills.length).toBeGreaterThan(10);
  for (const { net, total } of bills) expect(Number(total)).toBeCloseTo(Number(net), 2);
});

it('keeps declared totals equal to the lines', async () => {
  const service = generateService(appOfSpec('declared-totals', DECLARED));
  const filled = await openToFill(service);
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  await filled.fill({ count: 40 });
  const rows = await filled.query(
    'SELECT o.size, o.total, o.last, COUNT(i.id) AS items, COALESCE(SUM(i.amount), 0) AS amount, MAX(i.due) AS due ' +
      'FROM "order" o LEFT JOIN item i ON i.order_id = o.id GROUP BY o.id',
  );
  expect(rows).toHaveLength(40);
  for (const { size, total, last, items, amount, due } of rows) {
    expect([size, last]).toEqual([items, due]);
    expect(total).toBeCloseTo(Number(amount), 2);
  }
  expect(rows.some(({ size }) => Number(size) > 1)).toBe(true);
  // A total of totals is made behind those.
  const pieces = await filled.query(
    'SELECT o.pieces, COALESCE(SUM(p.count), 0) AS count FROM "order" o LEFT JOIN item i ON i.order_id = o.id ' +
      'LEFT JOIN part p ON p.item_id = i.id GROUP BY o.id',
  );
  for (const { pieces: total, count } of pieces) expect(total).toBe(Number(count));
  expect(pieces.some(({ count }) => Number(count) > 0)).toBe(true);
});
