import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Role } from '../../../../templates/service/engine/auth/entities.js';
import { runnerOf } from '../../../../templates/features/import/engine/import/runners.js';
import { runImport } from '../../../../templates/features/import/engine/import/run-import.js';
import { writeSheet } from '../../../../templates/features/import/engine/import/sheets.js';
import {
  Letter,
  openImport,
  Person,
  Place,
  Thing,
  type OpenImport,
} from '../../../support/open-import.js';

interface Import {
  readonly id: number;
  readonly state: string;
  readonly columns: readonly {
    header: string;
    field?: string | null;
    by?: string;
    refused?: string;
  }[];
  readonly options: Readonly<Record<string, string | null>>;
  readonly constants: readonly { field: string; by?: string; value: string }[];
  readonly on: readonly string[] | null;
  readonly problems: readonly { field: string; code: string }[];
  readonly fields: readonly { name: string; required: boolean; by?: readonly string[] }[];
  readonly choices: {
    readonly on: readonly (readonly string[])[];
    readonly sheets: readonly string[];
  };
  readonly samples: readonly (readonly (string | null)[])[];
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly done: number;
  readonly error: string | null;
}

type Somebody = Awaited<ReturnType<OpenImport['makeUser']>>;

/** What imports do on one kind of database. */
export function describeImports(createDatabase: () => Promise<string>): void {
  let service: OpenImport;
  let admin: Somebody;
  let viewer: Somebody;
  let manager: Somebody;
  beforeAll(async () => {
    service = await openImport(await createDatabase());
    admin = await service.makeUser('chief', 'Admin');
    manager = await service.makeUser('boss', 'Manager');
    viewer = await service.makeUser('reader', 'Viewer');
    for (const [name, email] of [
      ['Ada', 'ada@x.org'],
      ['Bob', 'bob@x.org'],
      ['Bob', 'bob@y.org'],
    ])
      await service.system(Person).create({ name, email });
  });
  afterAll(() => service.close());

  const ask = async (who: Somebody, method: string, path: string, body?: unknown) => {
    const answer = await who.send(method, path, body);
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: (isJson ? JSON.parse(text) : null) as never,
    };
  };
  const upload = async (model: string, file: string | Uint8Array, more = '', who = admin) => {
    const answer = await ask(who, 'POST', `/_imports?model=${model}&name=a.csv${more}`, file);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as Import;
  };
  const refusal = async (promise: ReturnType<typeof ask>) => {
    const { status, body, text } = await promise;
    const { problems = [] } = (body ?? {}) as { problems?: { field: string; code: string }[] };
    expect(status, text).toBeGreaterThanOrEqual(400);
    return [status, ...problems.map(({ field, code }) => `${field} ${code}`)];
  };
  const change = async (id: number, body: object, who = admin) => {
    const answer = await ask(who, 'PATCH', `/_imports/${id}`, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as Import;
  };
  const settle = async (id: number, work: 'check' | 'run', who = admin): Promise<Import> => {
    const answer = await ask(who, 'POST', `/_imports/${id}/${work}`);
    expect(answer.status, answer.text).toBe(202);
    await runnerOf(service.parts.database).settled();
    return (await ask(who, 'GET', `/_imports/${id}`)).body as Import;
  };
  const problemsOf = async (id: number, who = admin) => {
    const { body } = await ask(who, 'GET', `/_imports/${id}/problems`);
    return (body as { row: number; problems: { column: number | null; code: string }[] }[]).map(
      ({ row, problems }) => [row, ...problems.map(({ column, code }) => `${column} ${code}`)],
    );
  };
  const things = (where: object) => service.system(Thing).find({ where, order: { id: 'asc' } });
  const fieldsOf = ({ columns }: Import) => columns.map(({ field }) => field);

  describe('a file that is brought', () => {
    it('has its columns guessed by names and labels, and its values by what they are', async () => {
      const found = await upload(
        'thing',
        'Title;Preis;due;Person;active;_row;Foo\nA;1.234,5;31.01.2026;ada@x.org;ja;7;x\nB;1;01.02.2026;bob@y.org;nein;8;\n',
        `&labels=${encodeURIComponent('{"price":"Preis","day":"Due"}')}&locale=de`,
      );
      expect(found.columns).toEqual([
        { header: 'Title', field: 'title' },
        { header: 'Preis', field: 'price' },
        { header: 'due', field: 'day' },
        { header: 'Person', field: 'person_id', by: 'email' },
        { header: 'active', field: 'active' },
        { header: '_row', field: null, refused: 'read-only' },
        { header: 'Foo', refused: 'unknown' },
      ]);
      expect(found.options).toEqual({
        ...{ encoding: 'utf-8', separator: ';', sheet: null },
        ...{ decimal: ',', dates: 'dmy', time_zone: 'UTC' },
      });
      expect(found).toMatchObject({ state: 'new', on: null, rows: 2, failed: 0 });
      expect(found.problems.map(({ field, code }) => `${field} ${code}`)).toEqual([
        'columns.6 undecided',
      ]);
      expect(found.samples[1]).toEqual(['B', '1', '01.02.2026', 'bob@y.org', 'nein', '8', null]);
      expect(found.fields.find(({ name }) => name === 'person_id')!.by).toEqual([
        'id',
        'email',
        'label',
      ]);
      expect(found.choices.on).toEqual([['id'], ['code']]);
      expect(await refusal(ask(admin, 'POST', `/_imports/${found.id}/run`))).toEqual([
        422,
        'columns.6 undecided',
      ]);
    });

    it('has its numbers and dates guessed by columns, too, that nobody has decided yet', async () => {
      const { options } = await upload('thing', 'title\tPreis\tTag\nA\t1,5\t31.12.2026\n');
      expect(options).toMatchObject({ separator: '\t', decimal: ',', dates: 'dmy' });
    });

    it('is imported as it was decided', async () => {
      const { id, columns } = await upload(
        'thing',
        'Name,Price\nfirst of two,1.5\nsecond of two,\n',
      );
      const decided = await change(id, {
        columns: columns.map(({ field }, at) => (at === 0 ? { field: 'title' } : { field })),
      });
      expect(decided.problems).toEqual([]);
      const checked = await settle(id, 'check');
      expect(checked).toMatchObject({ state: 'checked', done: 2, created: 2, failed: 0 });
      expect(await things({ title: 'first of two' })).toEqual([]);
      const done = await settle(id, 'run');
      expect(done).toMatchObject({ state: 'done', done: 2, created: 2, updated: 0, failed: 0 });
      expect(await things({ title: ['first of two', 'second of two'] })).toMatchObject([
        { title: 'first of two', price: 1.5, status: 'in_work' },
        { title: 'second of two', price: null, status: 'in_work' },
      ]);
      expect(await refusal(ask(admin, 'POST', `/_imports/${id}/run`))).toEqual([409, 'state done']);
      expect(await refusal(ask(admin, 'PATCH', `/_imports/${id}`, { on: null }))).toEqual([
        409,
        'state done',
      ]);
    });

    it('is refused where it cannot be read', async () => {
      const post = (file: string, more = '') =>
        refusal(ask(admin, 'POST', `/_imports?model=thing${more}`, file));
      expect(await post('')).toEqual([422, 'file empty']);
      expect(await post('title\n')).toEqual([422, 'file no-rows']);
      expect(await post('title,code\n"a,b\n')).toEqual([422, 'file no-table']);
      expect(await post('PK\u0003\u0004 something')).toEqual([422, 'file no-table']);
      expect(await post('title\nx', '&encoding=klingon')).toEqual([422, 'encoding value']);
      expect(await post('title\nx', '&dates=xyz')).toEqual([422, 'dates value']);
      expect(await post('title\nx', '&time_zone=Mars')).toEqual([422, 'time_zone value']);
      expect(await post(`title\n${'x'.repeat(1_100_000)}`)).toEqual([413]);
      expect(await refusal(ask(admin, 'POST', '/_imports?model=nothing', 'a\n1'))).toEqual([
        404,
        'model no-model',
      ]);
      expect(await refusal(ask(viewer, 'POST', '/_imports?model=thing', 'a\n1'))).toEqual([403]);
      const { body } = await ask(admin, 'GET', '/_imports');
      expect((body as Import[]).filter(({ state }) => state === 'uploading')).toEqual([]);
    });

    it('is seen by its owner alone', async () => {
      const { id } = await upload('thing', 'title\nsecret\n');
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', {}],
        ['DELETE', ''],
        ['POST', '/run'],
        ['POST', '/check'],
        ['POST', '/stop'],
        ['GET', '/problems'],
        ['GET', '/failed.csv'],
      ] as const)
        expect((await ask(manager, method, `/_imports/${id}${path}`, body)).status).toBe(404);
      expect((await ask(manager, 'GET', '/_imports')).body).toEqual([]);
      expect((await ask(admin, 'DELETE', `/_imports/${id}`)).status).toBe(204);
      expect((await ask(admin, 'GET', `/_imports/${id}`)).status).toBe(404);
    });

    it('has references that are mapped by hand found by what their values are', async () => {
      const { id } = await upload('thing', 'title;Wer\na;Ada\n');
      const decided = async (second: object) =>
        (await change(id, { columns: [{ field: 'title' }, second] })).columns[1];
      expect(await decided({ field: 'person_id' })).toMatchObject({ by: 'label' });
      expect(await decided({ field: 'person_id', by: 'id' })).toMatchObject({ by: 'id' });
    });

    it('can be read in another way', async () => {
      const { id, columns } = await upload('thing', 'title;code\na,b;other way\n', '&separator=,');
      expect(columns.map(({ header }) => header)).toEqual(['title;code']);
      const changed = await change(id, { options: { separator: ';', decimal: ',' } });
      expect(fieldsOf(changed)).toEqual(['title', 'code']);
      expect(changed.options).toMatchObject({ separator: ';', decimal: ',' });
      const patch = (body: object) => refusal(ask(admin, 'PATCH', `/_imports/${id}`, body));
      expect(await patch({ options: { dates: 'x' } })).toEqual([422, 'options.dates value']);
      expect(await patch({ options: { encoding: 'x' } })).toEqual([422, 'options.encoding value']);
      expect(await patch({ options: { color: 'x' } })).toEqual([
        422,
        'options.color unknown-field',
      ]);
      expect(await patch({ name: 'x' })).toEqual([422, 'name unknown-field']);
      expect(await patch({ columns: [] })).toEqual([422, 'columns count']);
      expect(await patch({ on: ['title'] })).toEqual([422, 'on no-unique']);
      expect(await patch({ columns: [{ field: 'titel' }, { field: 'created_at' }] })).toEqual([
        422,
        'columns.0.field unknown-field',
        'columns.1.field read-only',
      ]);
      expect(await patch({ columns: [{ field: 'title' }, { field: 'title' }] })).toEqual([
        422,
        'columns.1.field repeated',
      ]);
      expect(
        await patch({ columns: [{ field: 'title' }, { field: 'person_id', by: 'name' }] }),
      ).toEqual([422, 'columns.1.by value']);
    });

    it('may be a spreadsheet', async () => {
      const file = await writeSheet('Things', [
        ['title', 'price', 'active', 'day'],
        ['sheet 1', 12.5, true, new Date('2026-01-31')],
        ['sheet 2', null, null, '2026-02-01'],
      ]);
      const { id, options, choices } = await upload('thing', file);
      expect([options['sheet'], choices.sheets]).toEqual(['Things', ['Things']]);
      expect(await settle(id, 'run')).toMatchObject({ state: 'done', created: 2, failed: 0 });
      expect(await things({ title: ['sheet 1', 'sheet 2'] })).toMatchObject([
        { price: 12.5, active: true, day: '2026-01-31' },
        { price: null, active: null, day: '2026-02-01' },
      ]);
    });
  });

  describe('the rights of who imports', () => {
    it('decide what can be written: a column is refused, not dropped', async () => {
      const found = await upload('thing', 'title,margin\nrights,1\n', '', manager);
      expect(found.columns[1]).toEqual({ header: 'margin', refused: 'may-not-write' });
      expect(found.problems).toMatchObject([{ field: 'columns.1', code: 'undecided' }]);
      expect(
        await refusal(
          ask(manager, 'PATCH', `/_imports/${found.id}`, {
            columns: [{ field: 'title' }, { field: 'margin' }],
          }),
        ),
      ).toEqual([422, 'columns.1.field may-not-write']);
      const own = await upload('thing', 'title,margin\nrights,1\n');
      expect(await settle(own.id, 'run')).toMatchObject({ created: 1 });
      expect(await things({ title: 'rights' })).toMatchObject([{ margin: 1 }]);
    });

    it('hide rows of others, and what is not to be read', async () => {
      const { id } = await service.system(Letter).create({ title: 'of chief', owner_id: admin.id });
      const found = await upload('letter', `id,title,secret\n${id},changed,x\n`, '', manager);
      expect(found.columns[2]).toEqual({ header: 'secret', field: 'secret' });
      expect(await settle(found.id, 'run', manager)).toMatchObject({ updated: 0, failed: 1 });
      expect(await problemsOf(found.id, manager)).toEqual([[2, 'null no-record']]);
    });

    it('leave what is not to be read unknown, also where the service makes it', async () => {
      const header = 'number,created_at\nx,y\n';
      expect((await upload('place', header)).columns[1]).toMatchObject({ refused: 'read-only' });
      const found = await upload('place', header, '', manager);
      expect(found.columns[1]).toEqual({ header: 'created_at', refused: 'unknown' });
    });

    it('change by a unique field also what somebody finds who may create nothing', async () => {
      await service.dataSource
        .getRepository(Role)
        .save({ name: 'Editor', allowed_methods: ['GET', 'PATCH'] });
      service.directory.changed();
      const editor = await service.makeUser('editor', 'Editor');
      await service.system(Thing).create({ title: 'before', code: 'e1' });
      const found = await upload('thing', 'code,title\ne1,after\ne2,new\n', '', editor);
      expect(found.on).toEqual(['code']);
      expect(await settle(found.id, 'run', editor)).toMatchObject({ updated: 1, failed: 1 });
      expect(await problemsOf(found.id, editor)).toEqual([[3, 'null may-not']]);
      expect(await things({ code: ['e1', 'e2'] })).toMatchObject([{ title: 'after' }]);
    });

    it('end where endpoints of the project create and change records', async () => {
      const posted = ask(admin, 'POST', '/_imports?model=stamp', 'title\nx\n');
      expect(await refusal(posted)).toEqual([404, 'model own-endpoint']);
      const listed = ask(admin, 'GET', '/_export/stamp');
      expect(await refusal(listed)).toEqual([404, 'model own-list']);
    });

    it('are those of the moment', async () => {
      const somebody = await service.makeUser('guest', 'Manager');
      const { id } = await upload('thing', 'title\ntoo late\n', '', somebody);
      await service.dataSource.query(
        "UPDATE auth_user SET status = 'Inactive' WHERE username = 'guest'",
      );
      const { imports, runner } = inner();
      await service.parts.database.write((session) =>
        imports.change(session, id, ['new'], { state: 'running' }),
      );
      service.directory.changed();
      runner.begin(id);
      await runner.settled();
      const one = await service.parts.database.read((session) => imports.find(session, id));
      expect(one).toMatchObject({ state: 'failed', created: 0 });
      expect(await things({ title: 'too late' })).toEqual([]);
    });
  });

  const inner = () => {
    const runner = runnerOf(service.parts.database);
    return { runner, imports: runner.parts.imports };
  };

  describe('what no column has', () => {
    const open = ({ problems }: Import) => problems.map(({ field, code }) => `${field} ${code}`);

    it('is filled in where the service fills it in otherwise', async () => {
      const clerk = await service.makeUser('clerk', 'Manager', 'East');
      const [east] = clerk.tenants;
      const found = await upload('place', 'number\nE1\nE2\n', '', clerk);
      expect(found.problems).toEqual([]);
      expect(await settle(found.id, 'run', clerk)).toMatchObject({ created: 2, failed: 0 });
      // An empty cell is no value.
      const empty = await upload('place', 'number,tenant_id\nE3,\n', '', clerk);
      expect(await settle(empty.id, 'run', clerk)).toMatchObject({ created: 1, failed: 0 });
      const made = { number: ['E1', 'E2', 'E3'] };
      expect(await service.system(Place).count({ where: { ...made, tenant_id: east! } })).toBe(3);
      const letter = await upload('letter', 'title\nmine\n', '', clerk);
      expect(await settle(letter.id, 'run', clerk)).toMatchObject({ created: 1 });
      expect(await service.system(Letter).find({ where: { title: 'mine' } })).toMatchObject([
        { owner_id: clerk.id },
      ]);
    });

    it('is a value for all rows, of whose tenants the service cannot know which', async () => {
      const clerk = await service.makeUser('both', 'Manager', 'West', 'South');
      const [west, south] = clerk.tenants;
      const found = await upload('place', 'number\nW1\n', '', clerk);
      expect(open(found)).toEqual(['tenant_id required']);
      expect(found.fields.find(({ name }) => name === 'tenant_id')).toMatchObject({
        required: true,
        by: ['id'],
      });
      const set = (tenant: number | undefined) =>
        change(found.id, { constants: [{ field: 'tenant_id', value: `${tenant}` }] }, clerk);
      const constants = [{ field: 'tenant_id', by: 'id', value: `${west}` }];
      expect(await set(west)).toMatchObject({ constants, problems: [] });
      expect(await settle(found.id, 'check', clerk)).toMatchObject({ created: 1, failed: 0 });
      await set(south);
      expect(await settle(found.id, 'run', clerk)).toMatchObject({ created: 1, failed: 0 });
      expect(await service.system(Place).find({ where: { number: 'W1' } })).toMatchObject([
        { tenant_id: south },
      ]);
      // The tenant is a part of the key by which a place is found.
      const again = await upload('place', 'number\nW1\nW2\n', '', clerk);
      await change(again.id, { constants, on: ['tenant_id', 'number'] }, clerk);
      expect(await settle(again.id, 'check', clerk)).toMatchObject({ created: 2, updated: 0 });
      await change(again.id, { constants: [{ field: 'tenant_id', value: `${south}` }] }, clerk);
      expect(await settle(again.id, 'run', clerk)).toMatchObject({ created: 1, unchanged: 1 });
    });

    it('may be any field, as a cell of the file would have it', async () => {
      const found = await upload('thing', 'title;price\nany;1.234,5\n');
      const constants = [
        { field: 'amount', value: '1.000' },
        { field: 'person_id', value: 'ada@x.org' },
        { field: 'people', by: 'email', value: 'bob@x.org, bob@y.org' },
        { field: 'day', value: '31.01.2026' },
      ];
      const options = { dates: 'dmy' };
      expect(await change(found.id, { options, constants })).toMatchObject({
        constants: [constants[0], { ...constants[1], by: 'email' }, constants[2], constants[3]],
      });
      // Another form of the file keeps them, and a column that is decided does not come to the same field.
      await change(found.id, { options: { encoding: 'windows-1252', ...options } });
      const columns = [{ field: 'title' }, { field: 'amount' }];
      expect(await refusal(ask(admin, 'PATCH', `/_imports/${found.id}`, { columns }))).toEqual([
        422,
        'columns.1.field repeated',
      ]);
      expect(await settle(found.id, 'run')).toMatchObject({ created: 1, failed: 0 });
      expect(await things({ title: 'any' })).toMatchObject([
        { price: 1234.5, amount: 1000, person_id: 1, day: '2026-01-31', people: [2, 3] },
      ]);
    });

    it('is refused where no row could have it', async () => {
      const { id } = await upload('thing', 'title\nx\n');
      const wrong = (...constants: object[]) =>
        refusal(ask(admin, 'PATCH', `/_imports/${id}`, { constants }));
      expect(await wrong({ field: 'amount', value: 'many' })).toEqual([
        422,
        'constants.0.value number',
      ]);
      expect(await wrong({ field: 'person_id', value: 'zoe@x.org', by: 'email' })).toEqual([
        422,
        'constants.0.value not-found',
      ]);
      const amount = { field: 'amount', value: '1' };
      expect(
        await wrong(
          amount,
          amount,
          { field: 'title', value: 'x' },
          { field: 'nothing', value: 'x' },
        ),
      ).toEqual([
        422,
        'constants.1.field repeated',
        'constants.2.field repeated',
        'constants.3.field unknown-field',
      ]);
      expect(
        await wrong({ field: 'amount', value: 1 }, { value: 'x' }, { field: 'id', value: '1' }),
      ).toEqual([
        422,
        'constants.0.value type',
        'constants.1.field required',
        'constants.2.field read-only',
      ]);
      expect(await refusal(ask(admin, 'PATCH', `/_imports/${id}`, { constants: {} }))).toEqual([
        422,
        'constants type',
      ]);
      const clerk = await service.makeUser('limited', 'Manager');
      const own = await upload('thing', 'title\nx\n', '', clerk);
      expect(
        await refusal(
          ask(clerk, 'PATCH', `/_imports/${own.id}`, {
            constants: [{ field: 'margin', value: '1' }],
          }),
        ),
      ).toEqual([422, 'constants.0.field may-not-write']);
    });
  });

  describe('a row that fails', () => {
    it('is left out with its reasons, and others go in', async () => {
      const { id } = await upload(
        'thing',
        [
          'title,code,amount,status,person.email',
          'good,r1,1,done,ada@x.org',
          ',r2,1,done,',
          'bad number,r3,x,done,',
          'bad value,r4,1,lost,',
          'nobody,r5,1,done,zoe@x.org',
          'repeated,r1,1,done,',
          'more,r6,1,done,,extra',
          'good too,r7,2,In work,',
          '',
        ].join('\n'),
      );
      const expected = [
        [3, '0 required'],
        [4, '2 number'],
        [5, '3 value'],
        [6, '4 not-found'],
        [7, '1 unique'],
        [8, 'null cells'],
      ];
      const checked = await settle(id, 'check');
      expect(checked).toMatchObject({ state: 'checked', created: 2, failed: 6 });
      expect((await problemsOf(id)).map(([row]) => row)).toEqual([3, 4, 5, 6, 7, 8]);
      expect(await settle(id, 'run')).toMatchObject({ created: 2, failed: 6, done: 8 });
      expect(await problemsOf(id)).toEqual(expected);
      expect(await things({ code: ['r1', 'r7'] })).toMatchObject([
        { title: 'good', status: 'done' },
        { title: 'good too', status: 'in_work' },
      ]);
      const { text, headers } = await ask(admin, 'GET', `/_imports/${id}/failed.csv`);
      expect(headers.get('content-disposition')).toContain('a failed.csv');
      const lines = text.split('\r\n');
      expect(lines[0]).toBe('title,code,amount,status,person.email,_row,_problems');
      expect(lines[2]).toMatch(/^bad number,r3,x,done,,4,"?amount: .*not a number/);
      expect(lines).toHaveLength(8);
      const mended = text.replace('bad number,r3,x', 'bad number,r3,3').replace(/^more.*\r\n/m, '');
      const next = await upload('thing', mended);
      expect(next.columns.slice(-2)).toMatchObject([{ field: null }, { field: null }]);
      expect(await settle(next.id, 'run')).toMatchObject({ created: 1, failed: 4 });
    });

    it('keeps nothing from others: what it has that is unique is free, in a check, too', async () => {
      const between = Array.from({ length: 150 }, (_, at) => `free,between${at},1`);
      const rows = ['free,again,x', 'free,again,1', 'free,later,x', ...between, 'free,later,1'];
      const { id } = await upload('thing', `title,code,amount\n${rows.join('\n')}\n`);
      expect(await settle(id, 'check')).toMatchObject({ created: 152, failed: 2 });
      expect(await settle(id, 'run')).toMatchObject({ created: 152, failed: 2 });
    });

    it('is found by what is unique in its tenant, also in a check of a file without tenants', async () => {
      const somebody = await service.makeUser('tenant', 'Manager', 'North');
      const numbers = Array.from({ length: 250 }, (_, at) => (at === 249 ? 'N0' : `N${at}`));
      const { id } = await upload('place', `number\n${numbers.join('\n')}\n`, '', somebody);
      const counts = { created: 249, failed: 1 };
      expect(await settle(id, 'check', somebody)).toMatchObject(counts);
      expect(await problemsOf(id, somebody)).toEqual([[251, 'null repeated']]);
      expect(await settle(id, 'run', somebody)).toMatchObject(counts);
    });

    it('is told in a file that has the separator of the one that was brought', async () => {
      const { id } = await upload('thing', 'title;amount;code\n"a;b";x;c,d\n');
      await settle(id, 'run');
      const { text } = await ask(admin, 'GET', `/_imports/${id}/failed.csv`);
      expect(text).toMatch(/^title;amount;code;_row;_problems\r\n"a;b";x;c,d;2;/);
    });

    it('is found among many, whose chunk is written without it', async () => {
      const rows = Array.from(
        { length: 1500 },
        (_, at) => `many,m${at % 1400},${at % 7 ? at : 'x'}`,
      );
      const { id } = await upload('thing', `title,code,amount\n${rows.join('\n')}\n`);
      const bad = rows.filter((_, at) => at % 7 === 0).length;
      const repeated = rows.filter(
        (_, at) => at >= 1400 && at % 7 > 0 && (at - 1400) % 7 > 0,
      ).length;
      const done = await settle(id, 'run');
      expect(done).toMatchObject({ state: 'done', done: 1500, failed: bad + repeated });
      expect(done.created).toBe(1500 - bad - repeated);
      expect(await service.system(Thing).count({ where: { title: 'many' } })).toBe(done.created);
      const { body } = await ask(admin, 'GET', `/_imports/${id}/problems?_start=210&_end=220`);
      expect((body as unknown[]).length).toBe(10);
    });
  });

  describe('a reference', () => {
    const run = async (header: string, cell: string, columns?: object[]) => {
      const found = await upload('thing', `title,${header}\nref,"${cell}"\n`);
      if (columns) await change(found.id, { columns });
      const done = await settle(found.id, 'run');
      const [thing] = (await things({ title: 'ref' })).slice(-1);
      const problems = done.failed > 0 ? await problemsOf(found.id) : [];
      return { thing, problems, failed: done.failed };
    };

    it('is found by its id, a unique field or its label', async () => {
      expect((await run('person_id', '1')).thing).toMatchObject({ person_id: 1 });
      expect((await run('person', 'bob@x.org')).thing).toMatchObject({ person_id: 2 });
      expect((await run('person.label', 'Ada')).thing).toMatchObject({ person_id: 1 });
      expect(await service.system(Person).count()).toBe(3);
    });

    it('that is ambiguous or nobody is an error, never a new record', async () => {
      expect((await run('person.label', 'Bob')).problems).toEqual([[2, '1 ambiguous']]);
      expect((await run('person.label', 'Zoe')).problems).toEqual([[2, '1 not-found']]);
      expect((await run('person_id', '99')).problems).toEqual([[2, '1 reference']]);
      expect(
        (await run('person_id', 'x', [{ field: 'title' }, { field: 'person_id', by: 'id' }]))
          .problems,
      ).toEqual([[2, '1 number']]);
      expect(await service.system(Person).count()).toBe(3);
    });

    it('by a name is refused to who may not list such records, whether there is one or not', async () => {
      const clerk = await service.makeUser('unseeing', 'Manager', 'Hidden');
      const found = await upload('place', 'number,tenant\nH1,Hidden\nH2,None\n', '', clerk);
      expect(await settle(found.id, 'check', clerk)).toMatchObject({ failed: 2 });
      expect(await problemsOf(found.id, clerk)).toEqual([
        [2, '1 not-listed'],
        [3, '1 not-listed'],
      ]);
    });

    it('is guessed to be an id in a column of that name, and a cell that is none is refused', async () => {
      const guessed = async (header: string, ...cells: string[]) => {
        const rows = cells.map((cell) => `guessed,${cell}`);
        const found = await upload('thing', `title,${header}\n${rows.join('\n')}\n`);
        return { id: found.id, by: found.columns[1]!.by };
      };
      const { id, by } = await guessed('person_id', '1', 'x', '2');
      expect(by).toBe('id');
      expect(await settle(id, 'check')).toMatchObject({ created: 2, failed: 1 });
      const { body } = await ask(admin, 'GET', `/_imports/${id}/problems`);
      expect(body).toMatchObject([
        { row: 3, problems: [{ column: 1, message: 'person_id: "x" is not an id.' }] },
      ]);
      expect((await guessed('Person Id', '1', 'x')).by).toBe('id');
      expect((await guessed('person', '1', 'x')).by).toBe('label');
      expect((await guessed('person_id', 'Ada', 'x')).by).toBe('label');
      expect((await guessed('person_id', 'ada@x.org', 'bob@x.org', '1')).by).toBe('email');
    });

    it('may be many', async () => {
      const people = { people: [1, 3] };
      expect((await run('people', '1; 3')).thing).toMatchObject(people);
      expect((await run('people', 'ada@x.org, bob@y.org')).thing).toMatchObject(people);
      const { problems } = await run('people', 'ada@x.org, nobody@x.org');
      expect(problems).toEqual([[2, '1 not-found']]);
    });

    it('to a row of the same file is found, in a check, too', async () => {
      const rows = Array.from(
        { length: 300 },
        (_, at) =>
          `tree,t${at},${at === 0 ? '' : at === 5 ? 't6' : `t${Math.floor((at - 1) / 2)}`}`,
      );
      const { id, columns } = await upload('thing', `title,code,parent\n${rows.join('\n')}\n`);
      expect(columns[2]).toMatchObject({ field: 'parent_id' });
      await change(id, {
        columns: [{ field: 'title' }, { field: 'code' }, { field: 'parent_id', by: 'code' }],
      });
      expect(await settle(id, 'check')).toMatchObject({ created: 300, failed: 0 });
      expect(await settle(id, 'run')).toMatchObject({ created: 300, failed: 0 });
      const all = await things({ title: 'tree' });
      const idOf = new Map(all.map(({ code, id: own }) => [code, own]));
      expect(all.find(({ code }) => code === 't5')!.parent_id).toBe(idOf.get('t6'));
      expect(all.find(({ code }) => code === 't299')!.parent_id).toBe(idOf.get('t149'));
    });

    it('to a row of the file by a label of several fields is found in a check, too', async () => {
      const rows = Array.from(
        { length: 300 },
        (_, at) => `label,b${at},${at === 0 ? '' : `label (b${Math.floor((at - 1) / 2)})`}`,
      );
      const { id } = await upload('thing', `title,code,parent.label\n${rows.join('\n')}\n`);
      expect(await settle(id, 'check')).toMatchObject({ created: 300, failed: 0 });
      expect(await settle(id, 'run')).toMatchObject({ created: 300, failed: 0 });
    });

    it('to several rows of the file is ambiguous, in a check, too', async () => {
      const rows = Array.from({ length: 150 }, (_, at) => (at < 2 ? 'twin,,' : `more,w${at},`));
      const file = `title,code,parent.label\n${rows.join('\n')}\nchild,,twin)\n`;
      const { id } = await upload('thing', file);
      expect(await settle(id, 'check')).toMatchObject({ created: 150, failed: 1 });
      expect(await problemsOf(id)).toEqual([[152, '2 ambiguous']]);
      await settle(id, 'run');
      expect(await problemsOf(id)).toEqual([[152, '2 ambiguous']]);
    });

    it('to a row that comes much later fails, and says that it comes before', async () => {
      const rows = Array.from({ length: 150 }, (_, at) => `late,v${at},${at === 0 ? 'v149' : ''}`);
      const { id } = await upload('thing', `title,code,parent.code\n${rows.join('\n')}\n`);
      expect(await settle(id, 'run')).toMatchObject({ created: 149, failed: 1 });
      const { body } = await ask(admin, 'GET', `/_imports/${id}/problems`);
      const [{ problems }] = body as [{ problems: { message: string }[] }];
      expect(problems[0]!.message).toBe(
        'There is no thing with the code "v149". Rows of the file come before those that refer to them.',
      );
    });

    it('by a label of several fields is found, too', async () => {
      await service.system(Thing).create({ title: 'labelled', code: 'L 1' });
      const { thing } = await run('parent.label', 'labelled (L 1)');
      expect(thing!.parent_id).toBe((await things({ code: 'L 1' }))[0]!.id);
    });
  });

  describe('records that exist', () => {
    it('are changed by a unique field, and others created', async () => {
      await service.system(Thing).create({ title: 'old', code: 'u1', amount: 1, body: 'kept' });
      const { id } = await upload('thing', 'code,title,amount\nu1,new,2\nu2,fresh,3\nu1,again,4\n');
      await change(id, { on: ['code'] });
      expect(await settle(id, 'check')).toMatchObject({ created: 1, updated: 1, failed: 1 });
      expect(await settle(id, 'run')).toMatchObject({ created: 1, updated: 1, failed: 1 });
      expect(await problemsOf(id)).toEqual([[4, 'null repeated']]);
      expect(await things({ code: ['u1', 'u2'] })).toMatchObject([
        { title: 'new', amount: 2, body: 'kept' },
        { title: 'fresh', amount: 3 },
      ]);
    });

    it('stay as they are where a row says nothing else of them, and are told as unchanged', async () => {
      const values = { title: 'same', code: 's1', amount: 1, price: 3.5, people: [1, 2] };
      await service.system(Thing).create(values);
      await service.system(Thing).create({ title: 'other', code: 's2', amount: 1 });
      const [before] = await things({ code: 's1' });
      const file =
        'code,title,amount,price,people\ns1,same,1,3.50,"2,1"\ns2,other,2,,\ns3,new,3,,\n';
      const { id } = await upload('thing', file);
      await change(id, { on: ['code'] });
      const told = { done: 3, created: 1, updated: 1, unchanged: 1, failed: 0 };
      expect(await settle(id, 'check')).toMatchObject(told);
      expect(await settle(id, 'run')).toMatchObject(told);
      expect(await things({ code: 's1' })).toEqual([before]);
      const { id: again } = await upload('thing', file);
      await change(again, { on: ['code'] });
      const none = { done: 3, created: 0, updated: 0, unchanged: 3, failed: 0 };
      expect(await settle(again, 'run')).toMatchObject(none);
    });

    it('are changed by their ids where a file has them', async () => {
      const { id: thing } = await service.system(Thing).create({ title: 'by id', code: 'i1' });
      const found = await upload(
        'thing',
        `id,title\n${thing},by id too\n,new by id\n999999,lost\n`,
      );
      expect(found.on).toEqual(['id']);
      expect(await settle(found.id, 'run')).toMatchObject({ created: 1, updated: 1, failed: 1 });
      expect(await problemsOf(found.id)).toEqual([[4, 'null no-record']]);
      expect(await things({ title: ['by id', 'by id too', 'new by id'] })).toMatchObject([
        { id: thing, title: 'by id too', code: 'i1' },
        { title: 'new by id' },
      ]);
    });

    it('are not found by what has no column, nor is an id written', async () => {
      const { id } = await upload('thing', 'id,title\n1,x\n');
      expect((await change(id, { on: ['code'] })).problems).toMatchObject([
        { field: 'columns.0', code: 'id' },
        { field: 'on', code: 'required' },
      ]);
      const { problems } = await upload('thing', 'code\nx\n');
      expect(problems).toMatchObject([{ field: 'title', code: 'required' }]);
    });
  });

  describe('an import that is interrupted', () => {
    const big = (title: string, count: number) =>
      `title,code\n${Array.from({ length: count }, (_, at) => `${title},${title}${at}`).join('\n')}\n`;

    it('is stopped, and goes on where it was', async () => {
      const { id } = await upload('thing', big('stop', 2000));
      await ask(admin, 'POST', `/_imports/${id}/run`);
      expect(await refusal(ask(admin, 'DELETE', `/_imports/${id}`))).toEqual([
        409,
        'state running',
      ]);
      expect(await refusal(ask(admin, 'POST', '/_imports?model=thing', 'title\nx\n'))).toEqual([
        409,
        'state running',
      ]);
      const { body } = await ask(admin, 'POST', `/_imports/${id}/stop`);
      await runnerOf(service.parts.database).settled();
      const stopped = (await ask(admin, 'GET', `/_imports/${id}`)).body as Import;
      expect((body as Import).state).toBe('stopped');
      expect(stopped.state).toBe('stopped');
      expect(stopped.done).toBeLessThan(2000);
      expect(await service.system(Thing).count({ where: { title: 'stop' } })).toBe(stopped.created);
      expect(await settle(id, 'run')).toMatchObject({ state: 'done', created: 2000, failed: 0 });
      expect(await service.system(Thing).count({ where: { title: 'stop' } })).toBe(2000);
    });

    it('waits for a database that is busy, and tries less at a time', async () => {
      const { id } = await upload('thing', big('busy', 300));
      const { imports, runner } = inner();
      const { database } = service.parts;
      await database.write((session) => imports.change(session, id, ['new'], { state: 'running' }));
      const busy = new Error('busy');
      let refusals = 2;
      const slow = Object.create(database, {
        write: {
          value: async (work: never, options?: { name?: string }) => {
            if (options?.name?.startsWith('an import') && refusals-- > 0) throw busy;
            return database.write(work, options);
          },
        },
        outageOf: {
          value: (error: unknown) => (error === busy ? 'busy' : database.outageOf(error)),
        },
      }) as typeof database;
      const { signal } = new AbortController();
      expect(await runImport(id, signal, { ...runner.parts, database: slow })).toBe('ended');
      const done = await database.read((session) => imports.find(session, id));
      expect(done).toMatchObject({ state: 'done', done: 300, created: 300, failed: 0 });
      expect(await service.system(Thing).count({ where: { title: 'busy' } })).toBe(300);
    });

    it('begins again where it was a check: of the rows before nothing is left', async () => {
      const { id } = await upload('thing', `${big('again', 250)}again,again0\n`);
      const { imports, runner } = inner();
      const interrupted = { state: 'checking', done: 120, created: 90, failed: 30 } as const;
      await service.parts.database.write((session) =>
        imports.change(session, id, ['new'], interrupted),
      );
      runner.begin(id);
      await runner.settled();
      const { body } = await ask(admin, 'GET', `/_imports/${id}`);
      expect(body).toMatchObject({ state: 'checked', done: 251, created: 250, failed: 1 });
    });

    it('is taken over from a process that is gone, and from no other', async () => {
      const { id } = await upload('thing', big('lost', 300));
      const { imports, runner } = inner();
      const { database } = service.parts;
      await database.write(async (session) => {
        await imports.change(session, id, ['new'], { state: 'running' });
        await imports.claim(session, id, 'another');
      });
      runner.begin(id);
      await runner.settled();
      expect(await service.system(Thing).count({ where: { title: 'lost' } })).toBe(0);
      await service.dataSource.query('UPDATE data_import SET held_until = 1');
      const stop = await runner.start();
      await runner.settled();
      const done = await database.read((session) => imports.find(session, id));
      expect(done).toMatchObject({ state: 'done', created: 300 });
      await stop();
    });
  });

  it('forgets imports after a time, with their files and rows', async () => {
    const { imports } = inner();
    const { id } = await upload('thing', 'title\nold\n');
    await service.dataSource.query('UPDATE data_import SET created_at = 1, finished_at = NULL');
    const { database } = service.parts;
    expect(await database.write((session) => imports.forget(session, 2, 1000))).toBeGreaterThan(0);
    expect((await ask(admin, 'GET', `/_imports/${id}`)).status).toBe(404);
    expect(await service.dataSource.query('SELECT id FROM data_import_part')).toEqual([]);
    expect(await service.dataSource.query('SELECT id FROM data_import_row')).toEqual([]);
  });
}
