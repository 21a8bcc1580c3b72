import { afterAll, describe, expect, test } from 'vitest';
import { recompute } from '../../../../templates/features/sums/engine/sums/sums-command.js';
import { keepersAmong } from '../../../../templates/features/sums/engine/sums/totals.js';
import { statementOf } from '../../../../templates/service/engine/database/dialect.js';
import { admin } from '../../../../templates/features/engine-tests/engine/test/fixtures/open-library.js';
import { startPostgres } from '../../../support/postgres.js';
import { Box, Crate, openCrates, Thing } from './crates.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

describe.each([
  ['sqlite', () => Promise.resolve('sqlite::memory:')],
  ['postgres', () => server.createDatabase()],
] as const)('%s', (_n, url) => {
  test('a correction is a new version', async () => {
    const { database, engine } = await openCrates(await url());
    try {
      const of = (entity: new () => object) => engine.operations(admin)(entity);
      const { record } = await of(Crate).create({});
      await of(Box).create({ crate_id: record.id, things: [{ weight: 3 }] });
      const before = await of(Crate).get(record.id);
      await database.dataSource.query('UPDATE crate SET weight = 77');
      const scope = engine.scope(admin)(Crate);
      expect(await recompute(scope)).toBe(1);
      const after = await of(Crate).get(record.id);
      expect([after['weight'], Number(after['version'])]).toEqual([
        3,
        Number(before['version']) + 1,
      ]);
    } finally {
      await database.close();
    }
  });

  test('a correction of a line is a new version of its record, whose hook hears of it', async () => {
    const heard: number[] = [];
    const { database, engine } = await openCrates(await url(), {
      afterLines: ({ after }) => void heard.push(Number(after['id'])),
    });
    try {
      const of = (entity: new () => object) => engine.operations(admin)(entity);
      const [one, other] = [
        (await of(Crate).create({})).record,
        (await of(Crate).create({})).record,
      ];
      await of(Box).create({ crate_id: one.id, things: [{ price: 3 }] });
      await of(Box).create({ crate_id: other.id, things: [{ price: 3 }] });
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const { dialect } = database;
      await database.write((session) =>
        session.run(statementOf(`UPDATE crate SET updated_at = ${dialect.placeholder(1)}`), [
          dialect.encode(soon, engine.model('Crate').column.get('updated_at')!),
        ]),
      );
      await database.dataSource.query('UPDATE thing SET price = 4 WHERE box_id = 1');
      const before = [await of(Crate).get(one.id), await of(Crate).get(other.id)];
      heard.length = 0;
      expect(await recompute(engine.scope(admin)(Box))).toBe(1);
      const after = await of(Crate).get(one.id);
      expect(Number(after['version'])).toBe(Number(before[0]!['version']) + 1);
      expect(String(after['updated_at']) > soon).toBe(true);
      expect(await of(Crate).get(other.id)).toEqual(before[1]);
      expect(heard).toEqual([one.id]);
    } finally {
      await database.close();
    }
  });

  test('a crate hears of boxes whose totals change', async () => {
    const heard: number[] = [];
    const { database, engine } = await openCrates(await url(), {
      afterLines: ({ after }) => void heard.push(Number(after['id'])),
    });
    try {
      const of = (entity: new () => object) => engine.operations(admin)(entity);
      const { record } = await of(Crate).create({});
      await of(Box).create({ crate_id: record.id, things: [{ weight: 3 }] });
      heard.length = 0;
      await of(Thing).update(1, { weight: 4 });
      expect(await of(Crate).get(record.id)).toMatchObject({ weight: 4 });
      expect(heard).toEqual([record.id]);
    } finally {
      await database.close();
    }
  });

  test('one run puts totals of totals right', async () => {
    const { database, engine } = await openCrates(await url());
    try {
      const of = (e: new () => object) => engine.operations(admin)(e);
      const crate = (await of(Crate).create({})).record;
      await of(Box).create({ crate_id: crate.id, things: [{ weight: 3 }] });
      expect(await of(Crate).get(crate.id)).toMatchObject({ weight: 3 });
      await database.dataSource.query('UPDATE thing SET weight = 10');
      for (const model of keepersAmong(engine.models)) {
        await recompute(engine.scope(admin)(model.entity));
      }
      expect(await of(Box).get(1)).toMatchObject({ weight: 10 });
      expect(await of(Crate).get(crate.id)).toMatchObject({ weight: 10 });
    } finally {
      await database.close();
    }
  });
});
