import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runnerOf } from '../../../../templates/features/import/engine/import/runners.js';
import { valuesOf } from '../../../../templates/features/engine-tests/engine/test/database/values-arbitrary.js';
import { openImport, Person, Thing, type OpenImport } from '../../../support/open-import.js';

/** Every type of a field: what is exported comes back as it was. */
export function describeRoundTrips(createDatabase: () => Promise<string>, runs: number): void {
  let service: OpenImport;
  let admin: Awaited<ReturnType<OpenImport['makeUser']>>;
  beforeAll(async () => {
    service = await openImport(await createDatabase(), { limit: 20_000_000 });
    admin = await service.makeUser('chief', 'Admin');
    for (const name of ['Ada', 'Bob', '=Eve', "'s"])
      await service.system(Person).create({ name, email: `${name.replace(/\W/g, '')}@x.org` });
  });
  afterAll(() => service.close());

  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });
  const texts = fc.oneof(
    valuesOf.text as fc.Arbitrary<string>,
    fc.constantFrom(
      '=1+1',
      "'=1",
      "'",
      "''",
      '-5',
      '007',
      '1,5',
      ' x ',
      '\t',
      'true',
      'a;b',
      '_x0041_',
    ),
  );
  const title = texts.filter((text) => text !== '');
  const thing = fc.record({
    title,
    body: optional(texts),
    amount: optional(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    big: optional(valuesOf.bigint),
    ratio: optional(valuesOf.float),
    price: optional(fc.integer({ min: -99_999_999, max: 99_999_999 }).map((one) => one / 10_000)),
    active: optional(valuesOf.boolean),
    day: optional(valuesOf.date),
    clock: optional(valuesOf.time),
    moment: optional(valuesOf.datetime),
    serial: optional(valuesOf.uuid),
    shade: optional(valuesOf.color),
    data: optional(valuesOf.json),
    status: fc.constantFrom('in_work', 'done'),
    margin: optional(fc.integer({ min: -9, max: 9 })),
    person_id: optional(fc.integer({ min: 1, max: 4 })),
    people: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
  });

  const all = async () => {
    const found = [];
    for await (const one of service.system(Thing).each()) found.push(one);
    return found.map(({ updated_at: _, created_at: __, ...rest }) => rest);
  };
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.send(method, path, body);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${method} ${path}: ${bytes.toString()}`);
    return bytes;
  };
  const imported = async (file: Buffer, leaveOut: readonly string[]) => {
    const one = JSON.parse(
      String(await send('POST', '/_imports?model=thing&locale=de', new Uint8Array(file))),
    ) as {
      id: number;
      columns: { header: string; field?: string | null; by?: string }[];
    };
    const columns = one.columns.map(({ header, field, by }) =>
      leaveOut.includes(header) ? { field: null } : { field, by },
    );
    await send('PATCH', `/_imports/${one.id}`, {
      columns,
      on: leaveOut.includes('id') ? null : ['id'],
    });
    await send('POST', `/_imports/${one.id}/run`);
    await runnerOf(service.parts.database).settled();
    const done = JSON.parse(String(await send('GET', `/_imports/${one.id}`))) as object;
    const problems = String(await send('GET', `/_imports/${one.id}/problems`));
    expect(problems).toBe('[]');
    return done;
  };

  it.each(['csv', 'xlsx'])('as %s', async (format) => {
    const things = service.system(Thing);
    await fc.assert(
      fc.asyncProperty(fc.array(thing, { minLength: 1, maxLength: 12 }), async (values) => {
        await service.dataSource.query('DELETE FROM thing');
        await things.createMany(values as object[]);
        const before = await all();
        const file = await send('GET', `/_export/thing?_format=${format}&_sort=title&_order=DESC`);
        // Into the records as they are.
        const same = { created: 0, updated: 0, unchanged: before.length, failed: 0 };
        expect(await imported(file, [])).toMatchObject(same);
        // Into the records themselves, which have changed.
        for (const { id } of before)
          await things.update(id, {
            ...{ title: 'changed', body: 'changed', amount: 1, big: '1', ratio: 1, price: 1 },
            ...{ active: true, day: '2000-01-01', clock: '01:01:01', data: { a: 1 }, margin: 1 },
            ...{ moment: '2000-01-01T00:00:00.000Z', status: 'done', person_id: 1, people: [1] },
          });
        expect(await imported(file, [])).toMatchObject({ updated: before.length, created: 0 });
        expect(await all()).toEqual(before);
        // And into none.
        await service.dataSource.query('DELETE FROM thing');
        expect(await imported(file, ['id'])).toMatchObject({ created: before.length });
        const plain = (rows: readonly object[]) =>
          rows.map((row) => JSON.stringify({ ...row, id: 0 })).toSorted();
        expect(plain(await all())).toEqual(plain(before));
      }),
      // A spreadsheet is read in a thread of its own, several times for each import: what fails is told before it is made smaller.
      format === 'csv' ? { numRuns: runs } : { numRuns: Math.ceil(runs / 4), endOnFailure: true },
    );
  });
}
