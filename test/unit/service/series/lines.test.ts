import { expect, it, onTestFinished } from 'vitest';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { openToFill } from '../fixtures/filled-service.js';
import { generateService } from '../fixtures/generated-service.js';

const SPEC = `
models:
  Bill:
    fields:
      number: string:series=B{00}
  Part:
    fields:
      bill: ref=Bill:lines:as=parts
      code: string:series={0}/P
      text: string
`;

it('numbers records and their lines in one transaction', async () => {
  const service = generateService(appOfSpec('bills', SPEC));
  const filled = await openToFill(service);
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  const [bill] = filled.own.filter(({ name }) => name === 'Bill');
  const bills = filled.engine.system(bill!.entity);
  const parts = (...texts: string[]) => texts.map((text) => ({ text }));
  const { id } = await bills.create({ parts: parts('x', 'y') });
  await bills.update(id as never, { parts: parts('z') });
  await bills.create({});
  const bare = await filled.query(
    'SELECT number, code, text FROM bill LEFT JOIN part ON bill_id = bill.id ORDER BY bill.id, part.id',
  );
  expect(bare.map(({ number, code, text }) => [number, code, text])).toEqual([
    ['B01', '1/P', 'x'],
    ['B01', '2/P', 'y'],
    ['B01', '3/P', 'z'],
    ['B02', null, null],
  ]);
});
