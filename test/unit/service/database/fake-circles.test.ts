import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fakeRows } from '../../../../templates/tools/fake/fake-rows.js';
import { appOfSpec } from '../../../golden/app-of-spec.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { type GeneratedService, generateService } from '../fixtures/generated-service.js';

/**
 * Rental shops as Sakila has them, a circle of three, tenants in one, and models that hang on all of them; then models whose rows the
 * database refuses by rules that only it knows, some of them or all.
 */
const SPEC = `
models:
  Country: { fields: { name: string:required } }
  Store: { fields: { name: string, manager: 'ref=Staff:required:unique:as=managed', country: 'ref=Country:required' } }
  Staff: { fields: { name: string, store: 'ref=Store:required:as=staff' } }
  Shelf: { fields: { label: string, store: 'ref=Store:required' } }
  Film: { fields: { title: string } }
  Farm: { fields: { best: 'ref=Egg:required:as=best_of' } }
  Hen: { fields: { farm: 'ref=Farm:required' } }
  Egg: { fields: { hen: 'ref=Hen:required' } }
  Room:
    rows: { tenant: tenant }
    fields: { key: 'ref=Door:required:as=opened', tenant: 'ref=Tenant:required' }
  Door:
    rows: { tenant: tenant }
    fields: { room: 'ref=Room:required', tenant: 'ref=Tenant:required' }
  Ticket:
    checks: { is_odd: 'number % 2 = 1' }
    sql_indexes: { one_key: 'UNIQUE (lower(code)) WHERE open = FALSE' }
    fields: { code: 'enum=a,b,c:required', open: 'boolean:required', number: 'integer:required' }
  Never: { checks: { at_no_time: '1 > 2' }, fields: { name: string } }
`;
const app = appOfSpec('circles', SPEC);

let postgres: TestPostgres;
let service: GeneratedService;
beforeAll(async () => {
  postgres = await startPostgres();
  service = generateService(app);
}, 60_000);
afterAll(async () => {
  service.remove();
  await postgres.stop();
});

type Row = Record<string, unknown>;

describe.each(['sqlite', 'postgres'] as const)('%s', { timeout: 30_000 }, (name) => {
  /** An empty database of the service. */
  async function open() {
    const url = name === 'postgres' ? await postgres.createDatabase() : 'sqlite::memory:';
    const { accessControlModels, accessEntities } = await service.load(
      'engine/auth/access-control',
    );
    const { describeModels } = await service.load('engine/model/describe-models');
    const { migrate } = await service.load('engine/database/migrate');
    const { migrations } = await service.load('src/database/migrations/migrations.gen');
    const { openDatabase } = await service.load('engine/database/open-database');
    const { models: modules } = await service.load('src/models/models.gen');
    const { User } = await service.load('src/models/user/user.model');
    const entities = [...modules.map(({ entity }) => entity), ...accessEntities(User)];
    const database = await openDatabase(url, entities, migrations);
    onTestFinished(() => database.close());
    await migrate(database);
    const others = modules.filter(({ entity }) => entity !== User);
    const access = accessControlModels(User, {} as never, () => undefined);
    const models = describeModels(database.dataSource, [...others, ...access]);
    const own = models.filter(({ entity }) => others.some((module) => module.entity === entity));
    const query = async (text: string): Promise<Row[]> =>
      (await database.dataSource.query(text)) as Row[];
    const fill = (count: number, ...names: string[]) =>
      fakeRows(database, {
        models,
        chosen: own.filter((model) => names.length === 0 || names.includes(model.name)),
        count,
        seed: 7,
        today: '2026-01-01',
      });
    return { query, fill };
  }

  it('models that require each other get rows, and so do all that hang on them', async () => {
    const { query, fill } = await open();
    const results = await fill(20);
    expect(results).toHaveLength(app.models.length);
    for (const result of results.filter((one) => one.model !== 'Never'))
      expect(result).toEqual({ ...result, rows: 20, lacks: [], refusal: null });
    expect(await query('SELECT * FROM ticket').then(lengthOf)).toBe(20);
    expect(results.find((one) => one.model === 'Never')).toMatchObject({
      rows: 0,
      refusal: 'the database refuses what is made up: at_no_time',
    });
    expect(await query('SELECT DISTINCT store_id FROM staff').then(lengthOf)).toBeGreaterThan(3);
    expect(await query('SELECT DISTINCT best_id FROM farm').then(lengthOf)).toBeGreaterThan(3);
    expect(await query('SELECT DISTINCT farm_id FROM hen').then(lengthOf)).toBeGreaterThan(3);
    const states = await query('SELECT status FROM auth_tenant ORDER BY id');
    expect(states.map(({ status }) => status)).toEqual(['Active', 'Active', 'Active']);
    const strangers =
      'SELECT * FROM room JOIN door ON door.id = room.key_id WHERE door.tenant_id <> room.tenant_id';
    expect(await query(strangers)).toEqual([]);
    if (name === 'sqlite') expect(await query('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('the same rows come out again, and more can be added to them', async () => {
    const [first, second] = [await open(), await open()];
    for (const { fill } of [first, second]) {
      await fill(5);
      await fill(5);
    }
    const rows = 'SELECT * FROM store ORDER BY id';
    expect(await first.query(rows)).toHaveLength(10);
    expect(await second.query(rows)).toEqual(await first.query(rows));
  });

  it('what lacks a row that it requires is left out by name; the others get theirs', async () => {
    const { query, fill } = await open();
    const results = await fill(5, 'Film', 'Shelf', 'Store', 'Staff', 'Hen');
    expect(results.map(({ model, rows, lacks }) => [model, rows, lacks])).toEqual(
      expect.arrayContaining([
        ['Film', 5, []],
        ['Store', 0, ['Staff', 'Country']],
        ['Staff', 0, ['Store']],
        ['Shelf', 0, ['Store']],
        ['Hen', 0, ['Farm']],
      ]),
    );
    expect(results).toHaveLength(5);
    await fill(1, 'Country');
    const [more] = await fill(5, 'Store', 'Staff');
    expect(more).toMatchObject({ rows: 5, lacks: [] });
    expect(await query('SELECT id FROM staff')).toHaveLength(5);
  });
});

const lengthOf = (rows: readonly unknown[]): number => rows.length;
