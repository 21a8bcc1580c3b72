import { afterAll, describe, expect, test } from 'vitest';
import {
  allFor,
  asParent,
  custom,
  defineAccess,
} from '../../../../templates/service/engine/model/access-rules.js';
import { startPostgres } from '../../../support/postgres.js';
import { type Article, openPurchases, type Purchase } from './orders.js';
import { describeSums } from './sums-suite.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe('totals on SQLite', () => describeSums(() => Promise.resolve('sqlite::memory:')));
describe('totals on PostgreSQL', () => describeSums(() => server.createDatabase()));

test('a total that no feature keeps stops the start', async () => {
  await expect(openPurchases('sqlite::memory:', [], { name: 'none' })).rejects.toThrow(
    'Purchase.total: `total` needs a feature; run `crudgen sync`',
  );
});

describe('who reads a total reads the field and all lines', () => {
  const refused = async (own: object, lines: object) => {
    const access = [
      { access: defineAccess<Purchase>(own) },
      { access: defineAccess<Article>(lines) },
    ];
    const opened = await openPurchases('sqlite::memory:', access).catch((error: Error) => error);
    if (opened instanceof Error) return opened.message;
    await opened.database.close();
    return '';
  };
  const secret = { fields: { amount: { read: ['Admin'] } } };

  test('a total of a field that fewer may read', async () => {
    expect(await refused({}, secret)).toContain(
      'Purchase.total: everybody who reads it has to read',
    );
    expect(await refused({ fields: { total: { read: ['Admin', 'Editor'] } } }, secret)).toContain(
      'Article.amount',
    );
    expect(await refused({ fields: { total: { read: ['Admin'] } } }, secret)).toBe('');
  });

  test('a total of lines of a record that another role of the reader lets them see', async () => {
    const read = { read: ['Viewer'] };
    const fields = { total: read, size: read, last: read };
    const rows = [allFor('Editor'), custom<Purchase>((_, where) => where.eq('name', 'small'))];
    const lines = { roles: { Editor: [] }, rows: [asParent('purchase_id')] };
    expect(await refused({ fields, rows }, lines)).toContain('let Editor list Article');
    expect(await refused({ fields, rows: rows.slice(1) }, lines)).toBe('');
    expect(await refused({ fields, rows }, { rows: lines.rows })).toBe('');
  });

  test('a number of lines that fewer may count', async () => {
    const counted = { fields: { purchase_id: { read: ['Admin'] } } };
    expect(await refused({}, counted)).toContain('Purchase.size: everybody who reads it has to');
    const own = { read: ['Admin'] };
    const fields = { total: own, size: own, last: own };
    expect(await refused({ fields }, counted)).toBe('');
  });

  test('a total of rows that may be hidden', async () => {
    const some = { rows: [custom((_, where) => where.all)] };
    expect(await refused({}, some)).toContain('has to see all lines');
    expect(await refused({}, { rows: [asParent('purchase_id')] })).toBe('');
    expect(await refused({}, { roles: { Viewer: [] } })).toContain('Viewer may not list Article');
    expect(await refused({ roles: { Viewer: [] } }, { roles: { Viewer: [] } })).toBe('');
  });
});
