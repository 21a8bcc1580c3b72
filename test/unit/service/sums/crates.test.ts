import { afterAll, describe, expect, test } from 'vitest';
import { recompute } from '../../../../templates/features/sums/engine/sums/sums-command.js';
import { keepersAmong } from '../../../../templates/features/sums/engine/sums/totals.js';
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
      const { core, model } = engine.scope(admin)(Crate);
      expect(await recompute(model, core)).toBe(1);
      const after = await of(Crate).get(record.id);
      expect([after['weight'], Number(after['version'])]).toEqual([
        3,
        Number(before['version']) + 1,
      ]);
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
        const { core } = engine.scope(admin)(model.entity);
        if (model.columns.some((c) => c.role === 'total')) await recompute(model, core);
      }
      expect(await of(Box).get(1)).toMatchObject({ weight: 10 });
      expect(await of(Crate).get(crate.id)).toMatchObject({ weight: 10 });
    } finally {
      await database.close();
    }
  });
});
