import { expect, it, onTestFinished } from 'vitest';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { openToFill } from '../fixtures/filled-service.js';
import { generateService } from '../fixtures/generated-service.js';

const SPEC = `
models:
  Part:
    fields:
      name: string:required:max=80
      rate: decimal=10,2:required:min=1
      height: decimal=10,2:min=0
      weight: decimal=10,2:required:min=5:max=6
  Order:
    fields:
      name: string:required
  Item:
    fields:
      order: ref=Order:lines:as=items
      position: integer
      part: ref=Part
      kind: enum=labour,part,other:required
      title: string:required:from=part.name
      price: decimal=10,2:required:from=part.rate
      height: decimal=10,2:required:from=part.height
      weight: decimal=10,2:required:max=1:from=part.weight
`;

it('fills fields from the record that a row refers to, as forms do', async () => {
  const service = generateService(appOfSpec('sources', SPEC));
  const filled = await openToFill(service);
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  await filled.fill({ count: 40 });
  // Of parts that were there before.
  const chosen = filled.own.filter(({ name }) => name === 'Item');
  await filled.fill({ count: 40, chosen });
  const copied =
    'i.title = p.name AND i.price = p.rate AND (i.height = p.height OR p.height IS NULL)';
  const of = (where: string) =>
    filled.query(
      `SELECT i.id FROM item i JOIN part p ON p.id = i.part_id WHERE ${where} ORDER BY i.id`,
    );
  const all = await of('TRUE');
  expect(all.length).toBeGreaterThan(50);
  expect(all.length).toBeLessThan(80);
  expect(await of(copied)).toEqual(all);
  // A kind that is called like a reference follows it.
  expect(await of("i.kind = 'part'")).toEqual(all);
  expect(await filled.query("SELECT id FROM item WHERE kind = 'part'")).toHaveLength(all.length);
  // What does not fit is made up as ever, and so is what there is no source for.
  expect(await of('i.weight <= 1')).toEqual(all);
  const items = await filled.query('SELECT title FROM item WHERE title IS NOT NULL');
  expect(items).toHaveLength(80);
});
