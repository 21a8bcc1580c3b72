import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { openToFill } from '../fixtures/filled-service.js';
import { type GeneratedService, generateService } from '../fixtures/generated-service.js';

const MODELS = {
  Order: { fields: { number: 'string:required' } },
  OrderLine: { fields: { order: 'ref=Order:key', number: 'integer:key', note: 'string' } },
  Delivery: {
    fields: {
      order: 'ref=Order:required',
      line: 'ref=OrderLine:required:columns=order_id+line_number',
    },
  },
  Complaint: { fields: { line: 'ref=OrderLine', text: 'text:required' } },
  Check: {
    fields: {
      order: 'ref=Order:key',
      line_number: 'integer:key',
      step: 'integer:key',
      line: 'ref=OrderLine:columns=order_id+line_number',
    },
  },
  Label: {
    unique: [['line_order_id', 'line_number']],
    fields: { line: 'ref=OrderLine:required' },
  },
};

let postgres: TestPostgres;
let service: GeneratedService;
beforeAll(async () => {
  postgres = await startPostgres();
  service = generateService(appOfSpec('shop', JSON.stringify({ models: MODELS })));
}, 60_000);
afterAll(async () => {
  service.remove();
  await postgres.stop();
});

describe.each(['sqlite', 'postgres'] as const)('%s', { timeout: 60_000 }, (name) => {
  it('fills the columns of references with those of one row each', async () => {
    const url = name === 'postgres' ? await postgres.createDatabase() : 'sqlite::memory:';
    const { fill, query, close } = await openToFill(service, url);
    onTestFinished(() => close());
    const results = await fill({ count: 40 });
    expect(results.map(({ rows, refusal }) => ({ rows, refusal }))).toEqual(
      results.map(() => ({ rows: 40, refusal: null })),
    );
    const [{ led } = {}] = await query(
      'SELECT count(*) AS led FROM complaint JOIN order_line o ON o.order_id = line_order_id AND o.number = line_number',
    );
    expect(Number(led)).toBeGreaterThan(20);
    expect(
      await query(
        'SELECT id FROM complaint WHERE line_order_id IS NULL AND line_number IS NOT NULL',
      ),
    ).toEqual([]);
    expect(await query('SELECT DISTINCT line_order_id, line_number FROM label')).toHaveLength(40);
    const [{ lines } = {}] = await query('SELECT count(DISTINCT order_id) AS lines FROM delivery');
    expect(Number(lines)).toBeGreaterThan(5);
  });
});
