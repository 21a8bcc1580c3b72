import 'reflect-metadata';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { afterAll, describe, expect, test } from 'vitest';
import { baseline } from '../../../../templates/features/baseline/engine/baseline/index.js';
import { keysOfColumns } from '../../../../templates/features/composite-keys/engine/composite-keys/composite-keys-feature.js';
import {
  admin,
  ROLES,
  statusOf,
} from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { DATETIME } from '../../../../templates/service/engine/database/column-types.js';
import { openDatabase } from '../../../../templates/service/engine/database/open-database.js';
import { defineAccess } from '../../../../templates/service/engine/model/access-rules.js';
import type { Query } from '../../../../templates/service/engine/model/operations.js';
import { createEngine } from '../../../../templates/service/engine/records/create-engine.js';
import { startPostgres } from '../../../support/postgres.js';

/** A payment of a database that others write. */
@Entity('payment')
class Payment {
  @PrimaryColumn({ type: DATETIME, precision: 3 })
  paid_at!: Date;

  @PrimaryColumn('integer')
  number!: number;

  @Column(DATETIME, { precision: 3, nullable: true })
  booked_at!: Date | null;

  @Column('varchar', { length: 20, nullable: true })
  note!: string | null;
}

const server = await startPostgres();
const file = join(tmpdir(), `fine-moments-${process.pid}.db`);
afterAll(async () => {
  await server.stop();
  await rm(file, { force: true });
}, 60_000);

const DATABASES = {
  sqlite: { url: () => Promise.resolve(`sqlite:${file}`), types: ['datetime', 'datetime'] },
  postgres: { url: () => server.createDatabase(), types: ['timestamp', 'timestamptz'] },
} as const;

async function openPayments(name: keyof typeof DATABASES) {
  const database = await openDatabase(await DATABASES[name].url(), [Payment], []);
  const [paid, booked] = DATABASES[name].types;
  await database.dataSource.query(
    `CREATE TABLE payment (paid_at ${paid} NOT NULL, number integer NOT NULL, booked_at ${booked}, note varchar(20), PRIMARY KEY (paid_at, number))`,
  );
  for (const [at, number] of ROWS)
    await database.dataSource.query(
      `INSERT INTO payment (paid_at, number, booked_at) VALUES ('${at}', ${number}, '${at}')`,
    );
  await baseline.prepare!(database);
  const engine = createEngine({
    database,
    modules: [{ entity: Payment, access: defineAccess<Payment>({}) }],
    roles: () => ROLES,
    searchedFields: () => [],
    keys: keysOfColumns,
    settings: { maxPageSize: 100, maxQueryCost: 300 },
  });
  return { database, payments: engine.operations(admin)(Payment) };
}

const ROWS = [
  ['2022-01-25 21:40:19', 1],
  ['2022-01-25 21:40:19.996', 1],
  ['2022-01-25 21:40:19.996001', 1],
  ['2022-01-25 21:40:19.996577', 1],
  ['2022-01-25 21:40:19.996577', 2],
] as const;

const [WHOLE, MILLI, LITTLE, MICRO] = [
  '2022-01-25T21:40:19.000Z',
  '2022-01-25T21:40:19.996Z',
  '2022-01-25T21:40:19.996001Z',
  '2022-01-25T21:40:19.996577Z',
] as const;
const MOMENTS = [WHOLE, MILLI, LITTLE, MICRO, MICRO];
const idOf = (at: string, number = 1): string => `${encodeURIComponent(at)},${number}`;
const IDS = [...[WHOLE, MILLI, LITTLE, MICRO].map((at) => idOf(at)), idOf(MICRO, 2)];

describe.each(['sqlite', 'postgres'] as const)(
  'moments of others with microseconds on %s',
  (name) => {
    const opened = openPayments(name);
    afterAll(async () => (await opened).database.close());
    const listed = async (query: Query) => {
      const { payments } = await opened;
      return JSON.parse((await payments.list(query)).text) as Record<string, unknown>[];
    };
    const idsOf = async (query: Query) => (await listed(query)).map(({ id }) => id);

    test('are shown as they are, and an id leads to its row alone', async () => {
      const { payments } = await opened;
      const all = await listed({});
      expect(all.map(({ paid_at }) => paid_at)).toEqual(MOMENTS);
      expect(all.map(({ booked_at }) => booked_at)).toEqual(MOMENTS);
      expect(all.map(({ id }) => id)).toEqual(IDS);
      for (const [at, id] of IDS.entries()) expect(await payments.get(id)).toEqual(all[at]);
      expect(await payments.getMany(IDS)).toEqual(new Map(IDS.map((id, at) => [id, all[at]])));
      for (const none of [
        idOf('2022-01-25T21:40:19.996002Z'),
        idOf('2022-01-25T21:40:19.996577000Z'),
      ])
        expect(await statusOf(payments.get(none))).toBe(404);
    });

    test('are found by filters, in their order, and behind a cursor', async () => {
      for (const field of ['paid_at', 'booked_at']) {
        const found = (operator: string, value: string) =>
          idsOf({ [`${field}${operator}`]: value });
        expect(await found('', MICRO)).toEqual(IDS.slice(3));
        expect(await found('', MILLI)).toEqual([IDS[1]]);
        expect(await found('', WHOLE)).toEqual([IDS[0]]);
        expect(await found('', '2022-01-25T22:40:19.996577+01:00')).toEqual(IDS.slice(3));
        expect(await found('__in', `${WHOLE},${LITTLE}`)).toEqual([IDS[0], IDS[2]]);
        expect(await found('__ne', MICRO)).toEqual(IDS.slice(0, 3));
        expect(await found('__gt', MILLI)).toEqual(IDS.slice(2));
        expect(await found('__gte', LITTLE)).toEqual(IDS.slice(2));
        expect(await found('__lt', LITTLE)).toEqual(IDS.slice(0, 2));
        expect(await found('__lte', MICRO)).toEqual(IDS);
        const down = { _sort: field, _order: 'DESC' };
        const whole = await idsOf(down);
        expect(whole.at(-1)).toBe(IDS[0]);
        const { payments } = await opened;
        const first = await payments.list({ ...down, _end: '2' });
        expect(await idsOf({ ...down, _end: '9', _after: first.next! })).toEqual(whole.slice(2));
      }
      const { payments } = await opened;
      expect(await payments.aggregate({ _min: 'paid_at', _max: 'booked_at' })).toMatchObject({
        groups: [{ min: { paid_at: WHOLE }, max: { booked_at: MICRO } }],
      });
    });

    test('are kept where a client sends back what it has read', async () => {
      const { payments } = await opened;
      const { id, ...read } = (await payments.get(IDS[3]!)) as Record<string, unknown>;
      expect(await payments.replace(String(id), { ...read, note: 'x' })).toEqual({
        ...read,
        id,
        note: 'x',
      });
      const moved = await statusOf(payments.update(String(id), { paid_at: LITTLE }));
      expect(moved).toBe(422);
      const twice = { paid_at: MICRO, number: 2 };
      expect(await statusOf(payments.create(twice))).toBe(409);
      const { record } = await payments.create({ ...twice, number: 3, booked_at: MICRO });
      expect(record).toMatchObject({ id: idOf(MICRO, 3), paid_at: MICRO, booked_at: MICRO });
      await payments.upsertMany([{ ...twice, number: 3, note: 'y' }], ['paid_at', 'number']);
      expect(await payments.get(record.id)).toMatchObject({ booked_at: MICRO, note: 'y' });
      await payments.remove(record.id);
      expect(await idsOf({})).toEqual(IDS);
    });
  },
);
