import 'reflect-metadata';
import { expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.js';
import { recordLines } from '../../lines/lines-feature.js';
import { describeModels } from '../../model/describe-models.js';
import { StartRefused } from '../../settings/settings.js';
import { Invoice, Item, Mark, Product } from './invoices.js';

const ENTITIES = [Product, Mark, Invoice, Item];

test('a service with lines does not start without the feature that reads and writes them', async () => {
  const database = await openDatabase('sqlite::memory:', ENTITIES, []);
  const modules = ENTITIES.map((entity) => ({ entity }));
  const described = (lines?: typeof recordLines) =>
    describeModels(database.dataSource, modules, { lines });
  try {
    expect(() => described()).toThrow(StartRefused);
    expect(() => described()).toThrow('Invoice.items: `lines: true` needs a feature');
    expect(described(recordLines).find(({ name }) => name === 'Item')?.lineParent).toEqual({
      model: 'Invoice',
      field: 'invoice_id',
    });
  } finally {
    await database.close();
  }
});
