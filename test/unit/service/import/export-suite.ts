import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSheet } from '../../../../templates/features/import/engine/import/sheets.js';
import {
  Letter,
  openImport,
  Person,
  Thing,
  type OpenImport,
} from '../../../support/open-import.js';

const MARK = '\uFEFF';

/** What exports do on one kind of database. */
export function describeExports(createDatabase: () => Promise<string>): void {
  let service: OpenImport;
  let admin: Awaited<ReturnType<OpenImport['makeUser']>>;
  let viewer: typeof admin;
  beforeAll(async () => {
    service = await openImport(await createDatabase());
    admin = await service.makeUser('chief', 'Admin');
    viewer = await service.makeUser('reader', 'Viewer');
  });
  afterAll(() => service.close());

  const csv = async (path: string, who = admin): Promise<string> => {
    const answer = await who.send('GET', path);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, bytes.toString()).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return bytes.toString();
  };
  const problem = async (path: string, who = admin) => {
    const answer = await who.send('GET', path);
    const { errors } = (await answer.json()) as { errors?: unknown };
    return [answer.status, Object.keys(errors ?? {})];
  };

  it('has the columns that were asked for, in their order, and values as they are', async () => {
    const { system } = service;
    const ada = await system(Person).create({ name: 'Ada, "the" first', email: 'ada@x.org' });
    const bob = await system(Person).create({ name: 'Bob', email: 'bob@x.org' });
    await system(Thing).create({
      ...{ title: '=1+1', code: 'one', body: '', price: -12.5, active: true },
      ...{ day: '2026-01-31', data: { a: [1] }, person_id: ada.id, people: [bob.id, ada.id] },
    });
    await system(Thing).create({ title: "'=1", code: 'two', body: ' x\r\ny' });
    const columns = 'title,code,body,price,active,day,data,person.label,person_id,people,amount';
    expect(await csv(`/_export/thing?_columns=${columns}&_sort=code&code=one&code=two`)).toBe(
      [
        `${MARK}${columns}`,
        `'=1+1,one,"",-12.5,true,2026-01-31,"{""a"":[1]}","Ada, ""the"" first",${ada.id},"${ada.id}, ${bob.id}",`,
        `''=1,two," x\r\ny",,,,,,,,`,
        '',
      ].join('\r\n'),
    );
  });

  it('has all that the reader may read without a choice, under the rules of the list', async () => {
    const { system } = service;
    await system(Letter).create({ title: 'mine', secret: 'S', owner_id: viewer.id });
    await system(Letter).create({ title: 'of others', secret: 'S', owner_id: admin.id });
    expect(await csv('/_export/letter', viewer)).toBe(
      `${MARK}id,title,owner_id\r\n1,mine,${viewer.id}\r\n`,
    );
    expect((await csv('/_export/letter')).split('\r\n')[0]).toBe(`${MARK}id,title,secret,owner_id`);
    expect(await problem('/_export/letter?_columns=secret', viewer)).toEqual([400, ['_columns']]);
    expect(await problem('/_export/letter?secret=S', viewer)).toEqual([400, ['secret']]);
  });

  it('has every record once, in a stable order, while others are written', async () => {
    const { system } = service;
    const titles = Array.from({ length: 1200 }, (_, at) => ({
      title: `many ${at % 7}`,
      amount: at % 5,
    }));
    for (let at = 0; at < titles.length; at += 400)
      await system(Thing).createMany(titles.slice(at, at + 400));
    const path = '/_export/thing?_columns=id,amount&_sort=amount,title&title__startswith=many';
    const [text] = await Promise.all([csv(path), system(Thing).create({ title: 'another' })]);
    const rows = text.trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(1200);
    expect(new Set(rows).size).toBe(1200);
    expect(await csv(path)).toBe(text);
    const amounts = rows.map((row) => Number(row.split(',')[1]));
    expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
  });

  it('is a spreadsheet as well', async () => {
    const answer = await admin.send(
      'GET',
      '/_export/thing?_format=xlsx&_columns=title,price&code=one',
    );
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=thing.xlsx');
    const { rows } = await readSheet(new Uint8Array(await answer.arrayBuffer()), 1_000_000);
    expect(rows).toEqual([
      ['title', 'price'],
      ["'=1+1", -12.5],
    ]);
  });

  it('is a spreadsheet for a user a few times at once, and for others meanwhile', async () => {
    const path = '/_export/thing?_format=xlsx';
    const asked = Array.from({ length: 12 }, () => admin.send('GET', path));
    const other = await viewer.send('GET', path);
    const answers = await Promise.all(asked);
    const statuses = answers.map(({ status }) => status);
    expect(other.status).toBe(200);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    const refused = answers.find(({ status }) => status === 503)!;
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ code: 'busy' });
  });

  it('refuses what it has not, before a file begins', async () => {
    expect(await problem('/_export/nothing')).toEqual([404, ['model']]);
    expect(await problem('/_export/thing?_format=pdf')).toEqual([400, ['_format']]);
    expect(await problem('/_export/thing?_columns=titel')).toEqual([400, ['_columns']]);
    expect(await problem('/_export/thing?titel=x')).toEqual([400, ['titel']]);
    expect(await problem('/_export/thing?_sort=titel')).toEqual([400, ['_sort']]);
    expect((await admin.send('POST', '/_export/thing')).status).toBe(405);
  });
}
