import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataImport } from '../../../../templates/features/import/engine/import/import-feature.js';
import { runnerOf } from '../../../../templates/features/import/engine/import/runners.js';
import { lines } from '../../../../templates/features/lines/engine/lines/lines-feature.js';
import { recompute } from '../../../../templates/features/sums/engine/sums/sums-command.js';
import { sums } from '../../../../templates/features/sums/engine/sums/sums-feature.js';
import { SYSTEM_USER } from '../../../../templates/service/engine/access/policy.js';
import { Role } from '../../../../templates/service/engine/auth/entities.js';
import { StepMigration } from '../../../../templates/service/engine/database/steps/step-migration.js';
import { defineHooks } from '../../../../templates/service/engine/model/define-hooks.js';
import type { Project } from '../../../../templates/service/engine/service/project.js';
import { migrations } from '../../../../templates/service/src/database/migrations/migrations.gen.js';
import { User } from '../../../../templates/service/src/models/user/user.model.js';
import { project as service } from '../../../../templates/service/src/project.js';
import { Dice } from '../../../../templates/tools/prove/worlds/dice.js';
import { composeService, listen } from '../../../support/compose-service.js';
import { featureSteps } from '../../../support/feature-steps.js';
import { startPostgres } from '../../../support/postgres.js';
import { Box, Crate, CreateCrates20260101000000, Label, Thing } from './crates.js';

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

class CreateImports20260101000001 extends StepMigration {
  readonly name = 'CreateImports20260101000001';
  readonly steps = featureSteps(['import']);
}

type Row = Record<string, unknown> & { readonly id: number };

/** A service with crates whose hooks note, in the records, how often they have heard of their lines. */
async function serve(url: string) {
  const heard: string[] = [];
  const weights = new Map<number, number>();
  const collide = { times: 0 };
  const hooks = defineHooks(Crate, {
    afterLines({ after }) {
      heard.push(`crate ${after.id}`);
      weights.set(after.id, after.weight);
      if (collide.times-- > 0)
        throw Object.assign(new Error('not serializable'), { code: '40001', severity: 'ERROR' });
    },
  });
  const own = defineHooks(Box, { afterLines: ({ after }) => void heard.push(`box ${after.id}`) });
  const project = {
    ...service,
    models: [
      ...service.models,
      { entity: Crate, hooks },
      { entity: Box, hooks: own },
      { entity: Thing },
      { entity: Label },
    ],
    features: [dataImport, lines, sums],
    migrations: [...migrations, CreateCrates20260101000000, CreateImports20260101000001],
  } as unknown as Project;
  const features = new Map<object, object>([
    [dataImport, { limit: 1_000_000, keep: 3600 }],
    [lines, {}],
    [sums, {}],
  ]);
  const composed = await composeService(project, url, { features });
  const { dataSource } = composed.parts.database;
  const role = await dataSource.getRepository(Role).findOneByOrFail({ name: 'Admin' });
  const { id } = await dataSource.getRepository(User).save({
    ...{ username: 'chief', username_key: 'chief', password_hash: 'none', token_version: 'test' },
    roles: [role],
  });
  composed.directory.changed();
  const listening = await listen(composed.app);
  const authorization = `Bearer ${composed.tokens.issue(id, 'test')}`;
  const ask = async (method: string, path: string, body?: unknown) => {
    const isJson = body !== undefined && typeof body !== 'string';
    const answer = await fetch(`${listening.origin}${path}`, {
      method,
      headers: { authorization, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as never };
  };
  const close = async () => {
    await listening.close();
    await composed.close();
  };
  return { ask, heard, weights, collide, close, ...composed.parts };
}

describe.each([
  ['SQLite', () => Promise.resolve('sqlite::memory:')],
  ['PostgreSQL', () => server.createDatabase()],
] as const)('totals over HTTP on %s', (databaseName, url) => {
  let shop: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    shop = await serve(await url());
  }, 60_000);
  afterAll(() => shop.close());
  beforeEach(async () => {
    const { dataSource } = shop.database;
    for (const table of ['thing', 'box', 'crate', 'label'])
      await dataSource.query(`DELETE FROM ${table}`);
    shop.heard.length = 0;
    shop.collide.times = 0;
  });

  const ask = async <T = Row>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await shop.ask(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const told = () => shop.heard.splice(0).sort();
  const all = (name: string) => ask<Row[]>('GET', `/${name}?_end=500&_sort=id`);
  const boxes = async (...weights: readonly number[]) => {
    const made: { crate: number; box: number; things: number[] }[] = [];
    for (const weight of weights) {
      const crate = await ask('POST', '/crate', {});
      const things = [{ weight, code: `c${made.length}` }];
      const box = await ask('POST', '/box', { crate_id: crate.id, things });
      const ids = (box['things'] as Row[]).map(({ id }) => id);
      made.push({ crate: crate.id, box: box.id, things: ids });
    }
    told();
    return made;
  };
  /** Every total of every record, as its lines are now. */
  const demandRight = async () => {
    const [crates, all_boxes, things] = [await all('crate'), await all('box'), await all('thing')];
    const sum = (rows: readonly Row[], name: string) =>
      rows.reduce((before, row) => before + Number(row[name] ?? 0), 0);
    for (const box of all_boxes) {
      const own = things.filter((thing) => thing['box_id'] === box.id);
      const names = own.flatMap(({ name }) => (name as string | null) ?? []).sort();
      expect(box).toMatchObject({
        weight: sum(own, 'weight'),
        big: String(own.reduce((before, { big }) => before + BigInt(big as string), 0n)),
        price: Math.round(sum(own, 'price') * 100) / 100,
        name: names.at(-1) ?? null,
      });
    }
    for (const crate of crates)
      expect(crate['weight']).toBe(
        sum(
          all_boxes.filter((box) => box['crate_id'] === crate.id),
          'weight',
        ),
      );
  };

  test('forms are told that nobody writes totals', async () => {
    const permissions = await ask<Record<string, object>>('GET', '/auth/field-permissions');
    const closed = { read: true, write: false };
    expect(permissions).toMatchObject({ crate: { weight: closed }, box: { name: closed } });
    expect(permissions['thing']).toBeUndefined();
  });

  test('a batch of writes of lines tells each record once, and all totals are right', async () => {
    const [one, other] = await boxes(1, 2);
    await ask('POST', '/_batch', [
      { method: 'POST', path: '/thing', body: { box_id: one!.box, weight: 4 } },
      { method: 'PATCH', path: `/thing/${one!.things[0]}`, body: { weight: 8 } },
      { method: 'PATCH', path: `/box/${one!.box}`, body: { things: [{ weight: 16 }] } },
      { method: 'POST', path: '/box', body: { crate_id: one!.crate, things: [{ weight: 32 }] } },
      { method: 'PATCH', path: `/thing/${other!.things[0]}`, body: { box_id: one!.box } },
      { method: 'POST', path: '/thing', on: 'code', body: { code: 'c1', weight: 64 } },
    ]);
    const made = (await all('box')).at(-1)!;
    expect(told()).toEqual(
      [
        ...[`box ${one!.box}`, `box ${other!.box}`, `box ${made.id}`],
        ...[`crate ${one!.crate}`, `crate ${other!.crate}`],
      ].sort(),
    );
    expect(await ask('GET', `/crate/${one!.crate}`)).toMatchObject({
      weight: 8 + 4 + 16 + 32 + 64,
    });
    expect(await ask('GET', `/crate/${other!.crate}`)).toMatchObject({ weight: 0 });
    // The hook has the totals of all that the request has written.
    expect(shop.weights.get(one!.crate)).toBe(8 + 4 + 16 + 32 + 64);
    await demandRight();
  });

  test('a batch that is refused at its end leaves totals, and tells nobody', async () => {
    const [one] = await boxes(1);
    const before = await ask('GET', `/box/${one!.box}`);
    const answer = await shop.ask('POST', '/_batch', [
      { method: 'POST', path: '/thing', body: { box_id: one!.box, weight: 4 } },
      { method: 'POST', path: '/thing', body: { box_id: one!.box, price: 9999 } },
      { method: 'POST', path: '/thing', body: { box_id: one!.box, price: 1 } },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { problems: [{ index: 2 }] } });
    expect(JSON.stringify(answer.body)).toContain('`price` of the box');
    expect(await ask('GET', `/box/${one!.box}`)).toEqual(before);
    expect(told()).toEqual([]);
  });

  test('lists of writes, deletions and cascades keep totals', async () => {
    const [one, other] = await boxes(1, 2);
    const label = await ask('POST', '/label', { name: 'x' });
    const values = { box_id: one!.box, weight: 4, label_id: label.id };
    await ask('POST', '/thing', [values, values, { box_id: other!.box, label_id: label.id }]);
    expect(told()).toEqual(
      [one!, other!].flatMap(({ box, crate }) => [`box ${box}`, `crate ${crate}`]).sort(),
    );
    expect(await ask('GET', `/crate/${one!.crate}`)).toMatchObject({ weight: 9 });
    await ask('DELETE', `/label/${label.id}`);
    expect(told()).toHaveLength(4);
    await demandRight();
    expect(await ask('GET', `/crate/${one!.crate}`)).toMatchObject({ weight: 1 });
    await ask('DELETE', `/thing/${one!.things[0]}`);
    expect(await ask('GET', `/crate/${one!.crate}`)).toMatchObject({ weight: 0 });
    told();
    await ask('DELETE', `/box/${other!.box}`);
    expect(told()).toEqual([`crate ${other!.crate}`]);
    expect(await ask('GET', `/crate/${other!.crate}`)).toMatchObject({ weight: 0 });
    await ask('DELETE', `/crate/${one!.crate}`);
    await demandRight();
  });

  test('an import keeps totals, tells each record once a chunk, and names the row that is too large', async () => {
    const [one, other] = await boxes(1, 2);
    const rows = Array.from({ length: 250 }, (_, at) => {
      const { box } = at % 2 === 0 ? one! : other!;
      return `${box},n${at},${at},0.5`;
    });
    const file = [
      'box_id,code,weight,price',
      ...rows,
      `${one!.box},c1,7,1`,
      `${one!.box},big,1,9999`,
    ];
    const { id } = await ask('POST', '/_imports?model=thing&name=a.csv', file.join('\n'));
    const columns = ['box_id', 'code', 'weight', 'price'].map((field) => ({
      field,
      ...(field === 'box_id' && { by: 'id' }),
    }));
    await ask('PATCH', `/_imports/${id}`, { on: ['code'], columns });
    await ask('POST', `/_imports/${id}/run`);
    await runnerOf(shop.database).settled();
    const run = await ask('GET', `/_imports/${id}`);
    expect(run).toMatchObject({ created: 250, updated: 1, failed: 1 });
    const problems = await ask<unknown>('GET', `/_imports/${id}/problems`);
    expect(JSON.stringify(problems)).toContain('`price` of the box');
    await demandRight();
    const heard = told();
    const known = [one!, other!].flatMap(({ box, crate }) => [`box ${box}`, `crate ${crate}`]);
    expect([...new Set(heard)]).toEqual(known.sort());
    // Once for each chunk of rows, not for each row.
    expect(heard.length).toBeLessThan(40);
  });

  test.runIf(databaseName === 'PostgreSQL')(
    'a write that collides is done again as a whole: totals are those of one write',
    async () => {
      const [one, other] = await boxes(1, 2);
      shop.collide.times = 2;
      await ask('PATCH', `/thing/${one!.things[0]}`, { weight: 5, box_id: other!.box });
      expect(told().filter((name) => name === `crate ${one!.crate}`)).toHaveLength(3);
      expect(await ask('GET', `/crate/${other!.crate}`)).toMatchObject({ weight: 7 });
      shop.collide.times = 1;
      await ask('POST', '/thing', [
        { box_id: one!.box, weight: 1 },
        { box_id: one!.box, weight: 2 },
      ]);
      expect(await ask('GET', `/crate/${one!.crate}`)).toMatchObject({ weight: 3 });
      shop.collide.times = 1;
      const add = { method: 'POST', path: '/thing', body: { box_id: one!.box, weight: 10 } };
      await ask('POST', '/_batch', [add, add]);
      expect(await ask('GET', `/crate/${one!.crate}`)).toMatchObject({ weight: 23 });
      await demandRight();
    },
  );

  test.each([1, 2])(
    'whoever writes at the same time by whatever door, run %i',
    async (seed) => {
      const dice = new Dice(seed);
      const made = await boxes(1, 2, 3, 4);
      const labels = await ask<Row[]>('POST', '/label', [
        { name: 'a' },
        { name: 'b' },
        { name: 'c' },
      ]);
      const statuses: Record<number, number> = {};
      const thing = () => ({
        box_id: dice.pick(made).box,
        weight: dice.pick([null, 0, 1, -5, 100]),
        price: dice.pick([0, 0.1, 0.2, 1000, 4000, -3000]),
        big: dice.pick(['0', '1', '4611686018427387904', '-4611686018427387904']),
        name: dice.pick([null, 'a', 'É', 'z']),
        code: dice.pick([null, null, `k${dice.below(12)}`]),
        label_id: dice.pick([null, null, dice.pick(labels).id]),
      });
      const someId = async (name: string) => dice.pick(await all(name))?.id ?? 1;
      const line = () => {
        const { box_id: _, ...values } = thing();
        return values;
      };
      const doors: (() => Promise<readonly [string, string, unknown?]>)[] = [
        async () => ['POST', '/thing', thing()],
        async () => ['POST', '/thing', [thing(), thing(), thing()]],
        async () => ['POST', '/thing?_on=code', { ...thing(), code: `k${dice.below(12)}` }],
        async () => ['PATCH', `/thing/${await someId('thing')}`, { weight: dice.below(9) }],
        async () => ['PATCH', `/thing/${await someId('thing')}`, { box_id: dice.pick(made).box }],
        async () => ['PUT', `/thing/${await someId('thing')}`, thing()],
        async () => ['DELETE', `/thing/${await someId('thing')}`],
        async () => ['PATCH', `/box/${await someId('box')}`, { things: [line(), line()] }],
        async () => [
          'PUT',
          `/box/${await someId('box')}`,
          { crate_id: dice.pick(made).crate, things: [line()] },
        ],
        async () => ['PATCH', `/box/${await someId('box')}`, { crate_id: dice.pick(made).crate }],
        async () => ['POST', '/box', { crate_id: dice.pick(made).crate, things: [line()] }],
        async () => ['PATCH', `/crate/${dice.pick(made).crate}`, { boxes: [{ things: [line()] }] }],
        async () => ['DELETE', `/label/${dice.pick(labels).id}`],
        async () => [
          'POST',
          '/_batch',
          [
            { method: 'POST', path: '/thing', body: thing() },
            { method: 'PATCH', path: `/thing/${await someId('thing')}`, body: thing() },
            {
              method: 'POST',
              path: '/box',
              body: { crate_id: dice.pick(made).crate, things: [line()] },
            },
          ],
        ],
      ];
      const code = () => shop.engine.system(Thing);
      for (let round = 0; round < 12; round++) {
        const asked = await Promise.all(Array.from({ length: 10 }, () => dice.pick(doors)()));
        const byCode = code()
          .create(thing() as never)
          .catch((error: { status?: number }) => expect(error.status).toBeGreaterThan(399));
        const recomputed = [Box, Crate].map((entity) =>
          recompute(shop.engine.scope(SYSTEM_USER)(entity)),
        );
        const answers = await Promise.all(asked.map((one) => shop.ask(...one)));
        // Nothing was wrong, so nothing is put right.
        expect(await Promise.all(recomputed)).toEqual([0, 0]);
        await byCode;
        for (const [at, { status, body }] of answers.entries()) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          expect(status, `${JSON.stringify(asked[at])}: ${JSON.stringify(body)}`).toBeLessThan(500);
        }
        await demandRight();
      }
      expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(40);
    },
    120_000,
  );
});
