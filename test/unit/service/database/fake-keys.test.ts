import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keyedApp } from '../../../support/keyed-app.js';
import { startPostgres, type TestPostgres } from '../../../support/postgres.js';
import { openToFill } from '../fixtures/filled-service.js';
import { type GeneratedService, generateService } from '../fixtures/generated-service.js';

let postgres: TestPostgres;
let service: GeneratedService;
beforeAll(async () => {
  postgres = await startPostgres();
  service = generateService(keyedApp([]));
}, 60_000);
afterAll(async () => {
  service.remove();
  await postgres.stop();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(['sqlite', 'postgres'] as const)('%s', { timeout: 60_000 }, (name) => {
  async function open() {
    const url = name === 'postgres' ? await postgres.createDatabase() : 'sqlite::memory:';
    const filled = await openToFill(service, url);
    onTestFinished(() => filled.close());
    const column = async (table: string, key: string): Promise<readonly unknown[]> =>
      (await filled.query(`SELECT "${key}" AS value FROM "${table}" ORDER BY 1`)).map(
        ({ value }) => value,
      );
    return { ...filled, column };
  }

  it('gives rows the keys that clients, the database or the service would', async () => {
    const { fill, column } = await open();
    for (const result of await fill({ count: 30 }))
      expect(result).toMatchObject({ rows: 30, lacks: [], refusal: null });
    for (const code of await column('country', 'code')) expect(code).toMatch(/^[A-Z]{2}$/);
    const versions = async (table: string, key: string) =>
      new Set((await column(table, key)).map((one) => UUID.exec(String(one))?.[1]));
    expect(await versions('label', 'id')).toEqual(new Set(['4']));
    expect(await versions('ticket', 'id')).toEqual(new Set(['7']));
    expect(await versions('ticket_item', 'ticket_item_uid')).toEqual(new Set(['7']));
    const counted = Array.from({ length: 30 }, (_, at) => at + 1);
    expect((await column('entry', 'id')).map(Number)).toEqual(counted);
    expect((await column('film', 'film_id')).map(Number)).toEqual(counted);
    expect(new Set(await column('account', 'number')).size).toBe(30);
  });

  it('makes different keys of several fields, numbers rows within them, and shares keys', async () => {
    const { fill, query, column } = await open();
    await fill({ count: 30 });
    await fill({ count: 30, seed: 8 });
    expect(await query('SELECT DISTINCT country_id, label_id, number FROM stay')).toHaveLength(60);
    const [{ least, most } = {}] = await query(
      'SELECT min(number) AS least, max(number) AS most FROM stay',
    );
    expect(Number(least)).toBe(1);
    expect(Number(most)).toBeLessThan(60);
    expect(await query('SELECT DISTINCT place, day, rate, serial, size FROM quote')).toHaveLength(
      60,
    );
    const films = await column('film', 'film_id');
    const licences = await column('licence', 'film_id');
    expect(films).toEqual(expect.arrayContaining([...licences]));
    expect(new Set(licences).size).toBe(licences.length);
  });

  it('refers to them, links them and adds up their lines', async () => {
    const { fill, column, query } = await open();
    await fill({ count: 30 });
    expect((await column('ticket', 'parent_id')).filter((one) => one !== null)).not.toEqual([]);
    expect(await query('SELECT * FROM ticket_labels')).not.toEqual([]);
    expect(await query('SELECT * FROM film_countries')).not.toEqual([]);
    const sums = await query(
      'SELECT t.total AS total, (SELECT sum(price) FROM ticket_item i WHERE i.ticket_id = t.id) AS sum FROM ticket t',
    );
    expect(sums.some(({ total }) => Number(total) > 0)).toBe(true);
    for (const { total, sum } of sums) expect(Number(total)).toBeCloseTo(Number(sum ?? 0), 2);
  });

  it('repeats keys with the seed in an empty database, and never in a filled one', async () => {
    const [one, other] = [await open(), await open()];
    await one.fill();
    await other.fill();
    expect(await other.column('ticket', 'id')).toEqual(await one.column('ticket', 'id'));
    await one.fill({ count: 10 });
    expect(await one.column('ticket', 'id')).toHaveLength(30);
    expect(await one.column('country', 'code')).toHaveLength(30);
  });

  it('leaves tables in which clients go on', async () => {
    const { engine, fill, own } = await open();
    await fill();
    const create = (model: string, values: object) =>
      engine.system(own.find((one) => one.name === model)!.entity).create(values);
    expect(await create('Film', { title: 'Next' })).toMatchObject({ id: 21, film_id: 21 });
    expect(await create('Label', { name: 'next' })).toMatchObject({
      id: expect.stringMatching(UUID),
    });
  });
});
