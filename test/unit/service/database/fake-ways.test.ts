import { expect, it, onTestFinished } from 'vitest';
import { countsOf } from '../../../../templates/tools/fake/counts.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { openToFill } from '../fixtures/filled-service.js';
import { generateService } from '../fixtures/generated-service.js';

const SPEC = `
models:
  Owner:
    fields: { name: string:required }
  Car:
    fields: { plate: string:required, owner: ref=Owner:required, made_by: ref=User }
  Job:
    fields: { title: string:required, car: ref=Car, made_by: ref=User }
  Visit:
    fields: { title: string:required, owner: ref=Owner:required, car: ref=Car }
  Bill:
    fields: { title: string:required, owner: ref=Owner, job: ref=Job:required }
`;

it('refers to what other references of a row lead to', async () => {
  const service = generateService(appOfSpec('ways', SPEC));
  const filled = await openToFill(service);
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  await filled.fill({ count: 40 });
  // To cars that were there before.
  await filled.fill({ count: 40, chosen: filled.own.filter(({ name }) => name === 'Visit') });
  const visits = 'FROM visit v JOIN car c ON c.id = v.car_id';
  const bills = 'FROM bill b JOIN job j ON j.id = b.job_id JOIN car c ON c.id = j.car_id';
  const numbers = async (text: string) =>
    (await filled.query(`SELECT count(*) AS n ${text}`))[0]!.n;
  expect(await numbers(visits)).toBeGreaterThan(50);
  expect(await numbers(`${visits} WHERE v.owner_id <> c.owner_id`)).toBe(0);
  // Without a car a visit has an owner nevertheless.
  expect(await numbers('FROM visit WHERE car_id IS NULL')).toBeGreaterThan(0);
  expect(await numbers(bills)).toBeGreaterThan(20);
  expect(await numbers(`${bills} WHERE b.owner_id IS NULL OR b.owner_id <> c.owner_id`)).toBe(0);
  // What others are sorted by is a short list.
  const counts = countsOf(filled.own, 100, 7);
  expect(counts.get('Owner')).toBeLessThan(25);
  expect(counts.get('Visit')).toBeGreaterThan(50);
  expect(new Set(countsOf(filled.own, 5, 7).values())).toEqual(new Set([5]));
});
