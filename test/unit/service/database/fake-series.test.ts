import { expect, it, onTestFinished } from 'vitest';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { openToFill } from '../fixtures/filled-service.js';
import { generateService } from '../fixtures/generated-service.js';

const SPEC = `
models:
  Invoice:
    fields:
      number: string:series=INV-{year}-{000}
      title: string:required
      tenant: ref=Tenant
    rows:
      tenant: tenant
`;

it('numbers made-up records by their years and tenants, and the service goes on after them', async () => {
  const service = generateService(appOfSpec('series', SPEC));
  const filled = await openToFill(service);
  onTestFinished(async () => {
    await filled.close();
    service.remove();
  });
  await filled.fill({ count: 40 });
  const rows = await filled.query(
    'SELECT number, tenant_id, created_at FROM invoice ORDER BY created_at, id',
  );
  expect(rows).toHaveLength(40);
  const last = new Map<string, number>();
  for (const { number, tenant_id, created_at } of rows) {
    const year = String(created_at).slice(0, 4);
    const place = `${String(tenant_id)} ${year}`;
    last.set(place, (last.get(place) ?? 0) + 1);
    expect(number).toBe(`INV-${year}-${String(last.get(place)).padStart(3, '0')}`);
  }
  expect(last.size).toBeGreaterThan(1);
  const counted = await filled.query('SELECT tenant, period, last FROM series_counter');
  const known = counted.map(
    (one) => [`${String(one['tenant'])} ${String(one['period'])}`, one['last']] as const,
  );
  expect(new Map(known)).toEqual(last);
});
