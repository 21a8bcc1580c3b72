import { beforeAll, describe, expect, test } from 'vitest';
import { expectFields, expectProblem, withoutId, type ProblemBody } from './expect-problem.js';
import { mark, query, type Answer, type Client, type Row } from './http.js';
import { kindOfIds, noId } from './ids.js';
import { clientFor, onEachDatabase, useService } from './use-service.js';

onEachDatabase((database) => {
  const service = useService('clinic', database);
  const as = (name: string): Client => service.as(name);
  const admin = as('admin');

  describe('6 Access: model exceptions', () => {
    let path = '';
    beforeAll(async () => {
      path = `/invoices/${(await admin.create('/invoices', { number: mark() })).id}`;
    }, 60_000);

    test.each<[string, string, number[]]>([
      // list, show, create, edit, delete
      ['admin', 'named with every action', [200, 200, 201, 200, 204]],
      ['anna', 'Manager: list, show, edit', [200, 200, 403, 200, 403]],
      ['vera', 'Viewer: list, edit; methods without PATCH', [200, 403, 403, 403, 403]],
      ['dora', 'a role that is not named: *', [403, 403, 403, 403, 403]],
      ['everything', 'all methods, but not named: *', [403, 403, 403, 403, 403]],
      ['nobody', 'no role', [403, 403, 403, 403, 403]],
      ['docman', 'Doctor and Manager: as the Manager', [200, 200, 403, 200, 403]],
      ['mixed', 'the action from one role, the method from another', [200, 403, 403, 403, 403]],
    ])('invoices, %s (%s)', async (name, _, expected) => {
      const client = as(name);
      const spare = await admin.create('/invoices', { number: mark() });
      const got = [
        await client.get('/invoices?_end=1'),
        await client.get(path),
        await client.post('/invoices', { number: mark() }),
        await client.patch(path, { customer: 'c' }),
        await client.delete(`/invoices/${spare.id}`),
      ];
      expect(got.map((answer) => answer.status)).toEqual(expected);
    });

    test('roles that are not named are not narrowed where there is no *', async () => {
      const { id } = await admin.create('/devices', { name: 'd', asset_code: 'x' });
      expect((await as('vera').get(`/devices/${id}`)).status).toBe(200);
      expectProblem(await as('vera').patch(`/devices/${id}`, { name: 'e' }), 403);
      expect((await as('anna').patch(`/devices/${id}`, { name: 'e' })).status).toBe(200);
      expectProblem(await as('anna').delete(`/devices/${id}`), 403);
      expect((await as('everything').delete(`/devices/${id}`)).status).toBe(204);
    });

    test('GET /auth/resource-permissions names the models with exceptions, by prefix', async () => {
      const answer = await as('vera').get('/auth/resource-permissions');
      expect(answer.status).toBe(200);
      const body = answer.body as Record<string, Record<string, string[]>>;
      expect(Object.keys(body).sort()).toEqual(['devices', 'invoices', 'role', 'tenant', 'user']);
      expect(body.devices).toEqual({ Viewer: ['list', 'show'] });
      expect(body.invoices).toMatchObject({
        Manager: ['list', 'show', 'edit'],
        Viewer: ['list', 'edit'],
        '*': [],
      });
      expect(Object.keys(body.invoices ?? {}).sort()).toEqual(['*', 'Admin', 'Manager', 'Viewer']);
    });
  });

  describe('6 Access: fields', () => {
    let device: Row;
    let secret = '';
    beforeAll(async () => {
      secret = mark();
      const body = { name: mark(), serial: secret, asset_code: 'a', cost: 77.5 };
      device = await admin.create('/devices', body);
    }, 60_000);

    test('outside read roles the field is not there: one, list, answers of writes', async () => {
      const path = `/devices/${device.id}`;
      expect(await admin.read(path)).toMatchObject({ serial: secret, cost: 77.5 });
      const anna = as('anna');
      for (const answer of [
        await anna.get(path),
        await anna.get(`/devices?id=${device.id}`),
        await anna.patch(path, { bought_on: '2026-01-01' }),
        await anna.put(path, { name: 'n', bought_on: '2026-01-01' }),
      ]) {
        expect(answer.status, answer.text).toBe(200);
        expect(answer.text).not.toContain(secret);
        expect(answer.text).not.toMatch(/"(serial|cost)"/);
      }
    });

    test('what was not readable was not changed by a PUT', async () => {
      await as('anna').put(`/devices/${device.id}`, { name: 'n', serial: 'x', cost: 1 });
      const row = await admin.read(`/devices/${device.id}`);
      expect(row).toMatchObject({ serial: secret, cost: 77.5, asset_code: 'a', name: 'n' });
    });

    const doors = [
      '$=x',
      '$=',
      '$__ne=x',
      '$__ilike=x',
      '$__gt=0',
      '$__gte=0',
      '$__lt=0',
      '$__lte=0',
      '$__in=x,y',
      '$__isnull=true',
      '$__startswith=x',
      '$_ne=x',
      '$_gte=0',
      '$_lte=0',
      '$_like=x',
      '_sort=$',
      '_sort=name,$&_order=ASC,DESC',
      '$=x&$=y',
      '_expand=$',
    ];
    test.each(doors)('%s on a hidden field: 400, the same as on no field at all', async (door) => {
      const ask = (name: string): Promise<Answer> =>
        as('anna').get(`/devices?${door.replaceAll('$', name)}`);
      for (const hidden of ['serial', 'cost', 'Serial', 'SERIAL', 'medical_device.serial']) {
        const problem = expectProblem(await ask(hidden), 400);
        const unknown = expectProblem(await ask('zzzzzz'), 400);
        const same = (one: ProblemBody, name: string): string =>
          JSON.stringify({ ...one, request_id: '' }).replaceAll(name, '?');
        expect(same(problem, hidden)).toBe(same(unknown, 'zzzzzz'));
      }
    });

    test('a suggestion names readable fields only', async () => {
      for (const near of ['seria', 'serials', 'cos', 'costs']) {
        const body = expectProblem(await as('anna').get(`/devices?${near}=x`), 400);
        expect(JSON.stringify(body).replaceAll(near, '')).not.toMatch(/serial|cost/);
      }
      const body = expectProblem(await admin.get('/devices?seria=x'), 400);
      expect(JSON.stringify(body)).toContain('serial');
    });

    test('q does not look into hidden fields', async () => {
      expect((await admin.get(`/devices?q=${secret}`)).ids).toEqual([device.id]);
      const answer = await as('anna').get(`/devices?q=${secret}`);
      expect(answer.rows).toEqual([]);
      expect(answer.header('x-total-count')).toBe('0');
      const { _label } = await admin.read(`/devices/${device.id}`);
      expect(_label).toContain(secret);
      const label = query({ q: _label as string });
      expect((await admin.get(`/devices${label}`)).ids).toEqual([device.id]);
      expect((await as('anna').get(`/devices${label}`)).rows).toEqual([]);
    });

    test('a role that does not pass for the action adds no field', async () => {
      const { id } = await admin.create('/invoices', { number: mark(), margin: 0.25 });
      const docman = as('docman');
      expect(await docman.read(`/invoices/${id}`)).not.toHaveProperty('margin');
      expectProblem(await docman.get('/invoices?margin__gt=0'), 400);
      await docman.change(`/invoices/${id}`, { margin: 9, customer: 'c' });
      expect(await admin.read(`/invoices/${id}`)).toMatchObject({ margin: 0.25, customer: 'c' });
    });

    test('one passing role that reads the field is enough', async () => {
      const chief = as('chief');
      const body = { number: mark(), first_name: 'F', last_name: 'L', diagnosis: 'flu' };
      const { id } = await chief.create('/patient', body);
      for (const [name, sees] of [
        ['dora', true],
        ['docman', true],
        ['anna', false],
        ['vera', false],
        ['mixed', false],
      ] as const) {
        const row = await as(name).read(`/patient/${id}`);
        expect('diagnosis' in row, name).toBe(sees);
      }
      expect((await as('dora').change(`/patient/${id}`, { risk: 'high' })).risk).toBe('high');
    });

    test('GET /auth/field-permissions tells the caller about restricted fields, by prefix', async () => {
      const of = async (name: string): Promise<Record<string, Record<string, unknown>>> =>
        (await as(name).get('/auth/field-permissions')).body as Record<
          string,
          Record<string, unknown>
        >;
      const [anna, chief, dora] = [await of('anna'), await of('chief'), await of('dora')];
      const [no, all] = [
        { read: false, write: false },
        { read: true, write: true },
      ];
      expect(anna.devices).toEqual({
        serial: no,
        asset_code: { read: true, write: false },
        cost: no,
      });
      expect(chief.devices).toEqual({ serial: all, asset_code: all, cost: all });
      expect(anna.note).toEqual({ secret: { read: false, write: true } });
      expect(anna.patient).toEqual({ risk: { read: true, write: false }, diagnosis: no });
      expect(dora.patient).toEqual({ risk: all, diagnosis: all });
      expect(anna.doctor).toEqual({ salary: no });
      expect(anna.diaries).toEqual({ author_id: { read: true, write: false } });
      expect(anna).not.toHaveProperty('specimen');
      expect(anna).not.toHaveProperty('ward');
    });

    describe('GET /auth/role-permissions', () => {
      interface Told {
        actions: string[];
        fields: Record<string, { read: boolean; write: boolean }>;
        rows: { rule: string; field?: string }[] | null;
      }
      const ask = async (role: string, methods: string): Promise<Record<string, Told>> => {
        const path = `/auth/role-permissions?role=${role}&methods=${methods}`;
        const answer = await admin.get(path);
        expect(answer.status, answer.text).toBe(200);
        return answer.body as Record<string, Told>;
      };
      const WRITE = 'GET,HEAD,OPTIONS,POST,PUT,PATCH';

      test('says of a stored role what its users are told, and may do', async () => {
        const told = await ask('Manager', WRITE);
        const own = (await as('manager').get('/auth/field-permissions')).body as object;
        const fields = Object.fromEntries(
          Object.entries(told).map(([model, { fields: some }]) => [model, some]),
        );
        expect(fields).toMatchObject(own);
        expect(told.ward?.fields).toEqual({
          id: { read: true, write: kindOfIds() === 'texts' },
          code: { read: true, write: true },
          name: { read: true, write: true },
          parent_id: { read: true, write: true },
        });
        expect(told.invoices?.actions).toEqual(['list', 'show', 'edit']);
        expect(told.devices?.actions).toEqual(['list', 'show', 'create', 'edit', 'clone', 'field']);
        expect(told.user?.actions).toEqual([]);
      });

      test('goes by the methods that are asked about, not by those that are stored', async () => {
        const told = await ask('Manager', 'GET,DELETE');
        expect(told.devices?.actions).toEqual(['list', 'show', 'delete', 'field']);
        expect(told.patient?.fields.diagnosis).toEqual({ read: false, write: false });
        expect((await ask('Manager', '')).devices?.actions).toEqual([]);
        expect((await ask('Unheard', WRITE)).invoices?.actions).toEqual([]);
      });

      test('names the rules that let rows through', async () => {
        const told = await ask('Viewer', 'GET');
        expect(told.ward?.rows).toBeNull();
        expect(told.patient?.rows).toEqual([{ rule: 'tenant', field: 'tenant_id' }]);
        expect(told.note?.rows).toEqual([
          { rule: 'owner', field: 'created_by_id' },
          { rule: 'tenant', field: 'tenant_id' },
        ]);
        expect(told.appointment?.rows).toEqual([
          { rule: 'tenant', field: 'tenant_id' },
          { rule: 'parent', field: 'patient_id' },
          { rule: 'custom' },
        ]);
      });

      test('is for those who may edit roles, and refuses what is no method', async () => {
        const path = '/auth/role-permissions?role=Viewer&methods=';
        for (const name of ['anna', 'vera', 'nobody']) expectProblem(await as(name).get(path), 403);
        expectProblem(await service.anonymous.get(path), 401);
        expectProblem(await admin.get('/auth/role-permissions?role=Viewer'), 400);
        const { detail } = expectProblem(await admin.get(`${path}POTS`), 400);
        expect(detail).toContain('did you mean POST?');
      });
    });

    test('/openapi.json without a token shows no restricted field, with one the own view', async () => {
      const text = (answer: Answer): string => JSON.stringify(answer.body);
      const open = text(await service.anonymous.get('/openapi.json'));
      for (const field of ['salary', 'margin', 'diagnosis', 'serial'])
        expect(open).not.toContain(field);
      const annas = text(await as('anna').get('/openapi.json'));
      expect(annas).not.toContain('salary');
      const chiefs = text(await as('chief').get('/openapi.json'));
      for (const field of ['salary', 'margin', 'diagnosis', 'serial'])
        expect(chiefs).toContain(`"${field}"`);
    });
  });

  describe('6 Access: _expand under the rules of the other model', () => {
    test('null where the reader may not show that model', async () => {
      const anna = as('anna');
      const note = await anna.create('/note', { title: mark() });
      const user = await service.user('anna');
      const mine = await anna.read(`/note/${note.id}?_expand=created_by`);
      expect(mine.created_by).toBeNull();
      expect(mine.created_by_id).toBe(user.id);
      const theirs = await as('chief').read(`/note/${note.id}?_expand=created_by,tenant`);
      expect(theirs.created_by).toMatchObject({ id: user.id, username: 'anna' });
      expect(JSON.stringify(theirs)).not.toMatch(/password|\$2[aby]\$/);
      expect(theirs.tenant).toMatchObject({ name: 'north' });
    });

    test('fields that the reader may not read stay out of it', async () => {
      const email = `${mark()}@example.test`;
      const doctor = await admin.create('/doctor', { name: 'xx', email, salary: 12345.5 });
      const body = { number: mark(), first_name: 'F', last_name: 'L', doctor_id: doctor.id };
      const { id } = await as('anna').create('/patient', body);
      const path = `/patient/${id}?_expand=doctor`;
      expect((await as('anna').read(path)).doctor).toMatchObject({ id: doctor.id, email });
      expect((await as('anna').get(path)).text).not.toMatch(/salary|12345/);
      expect((await as('chief').read(path)).doctor).toMatchObject({ salary: 12345.5 });
    });

    test('a role that passes here but not there adds nothing there', async () => {
      const chief = as('chief');
      const body = { number: mark(), first_name: 'F', last_name: 'L', diagnosis: 'flu' };
      const patient = await chief.create('/patient', body);
      const { id } = await admin.create('/invoices', { number: mark() });
      await chief.change(`/invoices/${id}`, { patient_id: patient.id });
      const docman = await as('docman').read(`/invoices/${id}?_expand=patient`);
      expect(docman.patient).toMatchObject({ id: patient.id, diagnosis: 'flu' });
      const anna = await as('anna').read(`/invoices/${id}?_expand=patient`);
      expect(anna.patient).toMatchObject({ id: patient.id });
      expect(anna.patient).not.toHaveProperty('diagnosis');
      const bert = await as('bert').read(`/invoices/${id}?_expand=patient`);
      expect(bert.patient).toBeNull();
      expect(bert.patient_id).toBe(patient.id);
    });
  });

  describe('6 Access: row rules', () => {
    const person = (more: object = {}): Record<string, unknown> => ({
      number: mark(),
      first_name: 'F',
      last_name: 'L',
      ...more,
    });
    let north = 0;
    let south = 0;
    beforeAll(async () => {
      [north] = (await service.user('anna')).tenants as [number];
      [south] = (await service.user('bert')).tenants as [number];
    }, 60_000);

    test('GET /auth/tenants names the own tenants, and by what lists are narrowed to one', async () => {
      const { body } = await as('both').get('/auth/tenants');
      const names = { tenants: [{ name: 'north' }, { name: 'south' }] };
      expect(body).toMatchObject(names);
      const fields = { patient: 'tenant_id', appointment: 'tenant_id', note: 'tenant_id' };
      expect((body as { fields: object }).fields).toEqual(fields);
      expect((await as('manager').get('/auth/tenants')).body).toEqual({
        tenants: [],
        fields,
        every_tenant: [],
        filled: { note: ['created_by_id'], diaries: ['author_id'] },
        required: {},
        by_name: {},
      });
      expectProblem(await as('nobody').get('/auth/tenants'), 403);
    });

    test('GET /auth/tenants says what the service fills in, and where a tenant must be named', async () => {
      const told = async (name: string) =>
        (await as(name).get('/auth/tenants')).body as { filled: object; required: object };
      expect(await told('anna')).toMatchObject({
        filled: { patient: ['tenant_id'], note: ['created_by_id', 'tenant_id'] },
        required: {},
      });
      const { filled, required } = await told('both');
      expect(filled).toEqual({ note: ['created_by_id'], diaries: ['author_id'] });
      expect(required).toMatchObject({ patient: 'tenant_id' });
      expect(required).not.toHaveProperty('note');
    });

    describe('what a create defaults to', () => {
      test("the caller's only tenant", async () => {
        expect((await as('anna').create('/patient', person())).tenant_id).toBe(north);
        expect((await as('bert').create('/patient', person())).tenant_id).toBe(south);
        const empty = await as('anna').post('/patient', person({ tenant_id: null }));
        if (empty.status === 201) expect(empty.record.tenant_id).toBe(north);
        else expectProblem(empty, 403);
      });

      test('the caller as owner', async () => {
        const anna = await service.user('anna');
        expect(await as('anna').create('/note', { title: mark() })).toMatchObject({
          created_by_id: anna.id,
          tenant_id: north,
        });
        expect((await as('anna').create('/diaries', {})).author_id).toBe(anna.id);
      });

      test('of two tenants none is chosen: named it is 201, not named 403 at its field', async () => {
        const number = mark();
        const both = as('both');
        expectFields(await both.post('/patient', person({ number })), 403, 'tenant_id');
        const row = await both.create('/patient', person({ number, tenant_id: south }));
        expect(row.tenant_id).toBe(south);
        expect((await as('bert').get(`/patient/${row.id}`)).status).toBe(200);
      });

      test('without a tenant a tenant model takes nothing: 403, or 422 where one is named; no row', async () => {
        const number = mark();
        for (const name of ['manager', 'admin']) {
          const refused = await as(name).post('/patient', person({ number }));
          expect(expectProblem(refused, 403)).toMatchObject({
            detail: expect.stringMatching(
              /^You belong to no active tenant, and the row rules would hide this patient from you\. An administrator can add you to one: PATCH \/user\/\d+ with \{"tenants": \[<id>\]\}\.$/,
            ) as string,
            code: 'no-tenant',
          });
          const named = await as(name).post('/patient', person({ number, tenant_id: north }));
          expectFields(named, 422, 'tenant_id');
        }
        expect(await as('anna').list(`/patient?number=${number}`)).toEqual([]);
        expect((await as('manager').post('/note', { title: mark() })).status).toBe(201);
      });
    });

    describe('a row that the caller may not see', () => {
      let hidden: Row;
      let path = '';
      beforeAll(async () => {
        hidden = await as('bert').create('/patient', person({ last_name: mark() }));
        path = `/patient/${hidden.id}`;
      }, 60_000);

      test.each(['anna', 'chief', 'vera', 'admin', 'manager'])(
        '%s: 404, as for no row at all',
        async (name) => {
          for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
            if (name === 'vera' && !['GET', 'HEAD'].includes(method)) continue;
            if (name === 'manager' && method === 'DELETE') continue;
            if (name === 'anna' && method === 'DELETE') continue;
            const body = method.startsWith('P') ? { body: person({ nope: 1 }) } : {};
            const answer = await as(name).send(method, path, body);
            const none = await as(name).send(method, `/patient/${noId()}`, body);
            expect(answer.status).toBe(404);
            // An id may be a part of the status.
            const told = answer.text.replaceAll(`id ${hidden.id}`, `id ${noId()}`);
            expect(told.slice(0, 60)).toBe(none.text.slice(0, 60));
            if (method !== 'HEAD')
              expect(expectProblem(answer, 404).detail.replace(String(hidden.id), '?')).toBe(
                expectProblem(none, 404).detail.replace(String(noId()), '?'),
              );
          }
          expect(await as('bert').read(path)).toEqual(hidden);
        },
      );

      test('If-Match and If-None-Match tell nothing about it', async () => {
        const tag = (await as('bert').get(path)).header('etag');
        for (const header of [tag, '*', '"x"']) {
          expectProblem(await as('anna').get(path, { 'if-none-match': header }), 404);
          expectProblem(await as('anna').patch(path, {}, { 'if-match': header }), 404);
          expectProblem(await as('chief').delete(path, { 'if-match': header }), 404);
        }
      });

      test.each([
        ['id', (row: Row) => `id=${row.id}`],
        ['ids', (row: Row) => `id=${row.id}&id=${noId()}`],
        ['id__in', (row: Row) => `id__in=${row.id}`],
        ['id__gte', (row: Row) => `id__gte=${row.id}&id__lte=${row.id}`],
        ['number', (row: Row) => `number=${String(row.number)}`],
        ['ilike', (row: Row) => `last_name__ilike=${String(row.last_name)}`],
        ['q', (row: Row) => `q=${String(row.last_name)}`],
        ['tenant', (row: Row) => `tenant_id=${String(row.tenant_id)}`],
        ['tenants', (row: Row) => `tenant_id__ne=0&id=${row.id}`],
        ['a tenant filter given twice', (r: Row) => `tenant_id=1&tenant_id=2&id=${r.id}`],
        ['null tenant', (row: Row) => `tenant_id=&id=${row.id}`],
      ])('is not in lists, totals: %s', async (_, filter) => {
        for (const name of ['anna', 'chief', 'admin', 'manager']) {
          const answer = await as(name).get(`/patient?${filter(hidden)}`);
          expect(answer.status, answer.text).toBe(200);
          expect(answer.ids).not.toContain(hidden.id);
          expect(answer.header('x-total-count')).toBe('0');
          expect(answer.header('content-range')).toBe('items 0-0/0');
        }
      });

      test('is there for those of its tenant', async () => {
        for (const name of ['bert', 'boss', 'both'])
          expect((await as(name).get(path)).status, name).toBe(200);
      });

      test('a foreign key to it: 422 with the text of one to no row', async () => {
        const asks: [string, (id: number) => Promise<Answer>][] = [
          ['patient_id', (id) => as('anna').post('/note', { title: 'x', patient_id: id })],
          ['relatives', (id) => as('anna').post('/patient', person({ relatives: [id] }))],
        ];
        for (const [field, ask] of asks) {
          const [there, nowhere] = [await ask(hidden.id), await ask(noId())];
          expectFields(there, 422, field);
          expect(withoutId(there, 422, hidden.id)).toBe(withoutId(nowhere, 422, noId()));
        }
      });

      test('_expand of it: null', async () => {
        const invoice = await as('boss').create('/invoices', {
          number: mark(),
          patient_id: hidden.id,
        });
        const row = await as('chief').read(`/invoices/${invoice.id}?_expand=patient`);
        expect(row).toMatchObject({ patient_id: hidden.id, patient: null });
        const [listed] = await as('chief').list(`/invoices?id=${invoice.id}&_expand=patient`);
        expect(listed?.patient).toBeNull();
      });

      test('a foreign key that already points to it stays through a PATCH of other fields', async () => {
        const invoice = await as('boss').create('/invoices', {
          number: mark(),
          patient_id: hidden.id,
        });
        const changed = await as('anna').change(`/invoices/${invoice.id}`, { customer: 'c' });
        expect(changed.patient_id).toBe(hidden.id);
      });
    });

    test('rules of owner and tenant: any of them lets a row through', async () => {
      const anna = await service.user('anna');
      const both = as('both');
      // Of both tenants, so no default: seen by its owner alone.
      const own = await both.create('/note', { title: mark() });
      expect(own.tenant_id).toBeNull();
      for (const name of ['anna', 'bert', 'chief', 'admin'])
        expectProblem(await as(name).get(`/note/${own.id}`), 404);
      // Given to another owner, still of the writer's tenant: both see it.
      const given = await both.create('/note', {
        title: mark(),
        created_by_id: anna.id,
        tenant_id: south,
      });
      for (const name of ['anna', 'bert', 'both', 'boss'])
        expect((await as(name).get(`/note/${given.id}`)).status, name).toBe(200);
      for (const name of ['amy', 'chief'])
        expectProblem(await as(name).get(`/note/${given.id}`), 404);
      const list = await as('anna').get(`/note?id=${given.id}&id=${own.id}`);
      expect(list.ids).toEqual([given.id]);
    });

    test('owner rows: nobody else sees them, Admin included', async () => {
      const row = await as('anna').create('/diaries', { text: mark() });
      for (const name of ['amy', 'chief', 'admin', 'bert']) {
        expectProblem(await as(name).get(`/diaries/${row.id}`), 404);
        expect(await as(name).list(`/diaries?q=${String(row.text)}`)).toEqual([]);
      }
      expect(await as('anna').list(`/diaries?q=${String(row.text)}`)).toEqual([row]);
    });

    describe('a write that would leave the row invisible to its writer: 403, or 422 for the owner or tenant that it names; nothing changed', () => {
      test('by tenant', async () => {
        const row = await as('anna').create('/patient', person());
        const path = `/patient/${row.id}`;
        expectProblem(await as('anna').patch(path, { tenant_id: null, first_name: 'no' }), 403);
        expectProblem(await as('anna').put(path, person({ tenant_id: null })), 403);
        const away = { tenant_id: south, first_name: 'no' };
        expectFields(await as('anna').patch(path, away), 422, 'tenant_id');
        expectFields(await as('anna').put(path, person(away)), 422, 'tenant_id');
        expect(await as('anna').read(path)).toEqual(row);
        const number = mark();
        const made = await as('anna').post('/patient', person({ number, tenant_id: south }));
        expectFields(made, 422, 'tenant_id');
        expect(await as('bert').list(`/patient?number=${number}`)).toEqual([]);
      });

      test('by owner', async () => {
        const amy = await service.user('amy');
        const note = await as('manager').create('/note', { title: mark() });
        const away = { created_by_id: amy.id };
        expectFields(await as('manager').patch(`/note/${note.id}`, away), 422, 'created_by_id');
        const made = await as('manager').post('/note', { title: 'x', ...away });
        expectFields(made, 422, 'created_by_id');
        expect(await as('manager').read(`/note/${note.id}`)).toEqual(note);
        const diary = await as('chief').create('/diaries', {});
        const gone = { author_id: amy.id };
        expectFields(await as('chief').patch(`/diaries/${diary.id}`, gone), 422, 'author_id');
        expectFields(await as('chief').post('/diaries', gone), 422, 'author_id');
        expectProblem(await as('chief').patch(`/diaries/${diary.id}`, { author_id: null }), 403);
      });

      test('a move between own tenants is fine', async () => {
        const row = await as('both').create('/patient', person({ tenant_id: north }));
        const moved = await as('both').change(`/patient/${row.id}`, { tenant_id: south });
        expect(moved.tenant_id).toBe(south);
      });
    });

    test('an owner field closed by write= is the caller, whatever is sent', async () => {
      const [anna, bert] = [await service.user('anna'), await service.user('bert')];
      const row = await as('anna').create('/diaries', { author_id: bert.id });
      expect(row.author_id).toBe(anna.id);
      const changed = await as('anna').change(`/diaries/${row.id}`, { author_id: bert.id });
      expect(changed.author_id).toBe(anna.id);
    });

    test('PUT keeps owner and tenant when they are absent', async () => {
      const patient = await as('anna').create('/patient', person());
      const put = await as('anna').put(`/patient/${patient.id}`, person());
      expect(put.record.tenant_id).toBe(north);
      const note = await as('anna').create('/note', { title: mark() });
      const other = await as('amy').put(`/note/${note.id}`, { title: 'x' });
      expect(other.status, other.text).toBe(200);
      expect(other.record).toMatchObject({
        created_by_id: note.created_by_id,
        tenant_id: north,
      });
    });

    test('an owner may be set to another user while the row stays visible', async () => {
      const amy = await service.user('amy');
      const note = await as('anna').create('/note', { title: mark(), created_by_id: amy.id });
      expect(note.created_by_id).toBe(amy.id);
      expect((await as('anna').get(`/note/${note.id}`)).status).toBe(200);
    });

    describe('unique', () => {
      test('means per tenant, and tells nothing about others', async () => {
        const number = mark();
        const row = await as('anna').create('/patient', person({ number }));
        await as('bert').create('/patient', person({ number }));
        const problem = expectProblem(await as('amy').post('/patient', person({ number })), 409);
        expect(problem.detail).toContain('number');
        expect(problem.detail).not.toContain('tenant');
        const other = await as('both').create(
          '/patient',
          person({ number: mark(), tenant_id: south }),
        );
        expectProblem(await as('both').patch(`/patient/${other.id}`, { number }), 409);
        expect((await as('anna').patch(`/patient/${row.id}`, { number })).status).toBe(200);
      });

      test('moving a row into a tenant checks there', async () => {
        const number = mark();
        await as('bert').create('/patient', person({ number }));
        const row = await as('both').create('/patient', person({ number, tenant_id: north }));
        const moved = await as('both').patch(`/patient/${row.id}`, { tenant_id: south });
        expectProblem(moved, 409);
      });

      test('unique=global holds over all tenants', async () => {
        const national_id = mark();
        await as('bert').create('/patient', person({ national_id }));
        const problem = expectProblem(
          await as('anna').post('/patient', person({ national_id })),
          409,
        );
        expect(problem.detail).toContain('national_id');
      });
    });

    describe('deletes that reach hidden rows: 409, nothing changed', () => {
      test('a cascade', async () => {
        const chief = as('chief');
        const patient = await chief.create('/patient', person());
        const diary = await as('anna').create('/diaries', { patient_id: patient.id });
        const mine = await chief.create('/diaries', { patient_id: patient.id });
        expectProblem(await chief.delete(`/patient/${patient.id}`), 409);
        expect((await chief.get(`/diaries/${mine.id}`)).status).toBe(200);
        expect(await as('anna').read(`/diaries/${diary.id}`)).toEqual(diary);
        await as('anna').change(`/diaries/${diary.id}`, { patient_id: null });
        expect((await chief.delete(`/patient/${patient.id}`)).status).toBe(204);
        expectProblem(await chief.get(`/diaries/${mine.id}`), 404);
      });

      test('a cascade of a cascade', async () => {
        const [chief, north] = [as('chief'), as('both')];
        const root = await chief.create('/note', { title: mark() });
        const reply = await chief.create('/note', { title: mark(), reply_to_id: root.id });
        const [tenant] = (await service.user('chief')).tenants as [number];
        // A reply of both's own, first in chief's tenant, then of no tenant: hidden from chief.
        const deep = await north.create('/note', {
          title: mark(),
          reply_to_id: reply.id,
          tenant_id: tenant,
        });
        await north.change(`/note/${deep.id}`, { tenant_id: null });
        expectProblem(await chief.delete(`/note/${root.id}`), 409);
        expect((await chief.get(`/note/${reply.id}`)).status).toBe(200);
        expect((await north.get(`/note/${deep.id}`)).status).toBe(200);
      });

      test('a set-null', async () => {
        const chief = as('chief');
        const email = `${mark()}@example.test`;
        const doctor = await chief.create('/doctor', { name: 'xx', email });
        const patient = await as('bert').create('/patient', person({ doctor_id: doctor.id }));
        expectProblem(await chief.delete(`/doctor/${doctor.id}`), 409);
        expect((await as('bert').read(`/patient/${patient.id}`)).doctor_id).toBe(doctor.id);
        await as('bert').change(`/patient/${patient.id}`, { doctor_id: null });
        const own = await chief.create('/patient', person({ doctor_id: doctor.id }));
        expect((await chief.delete(`/doctor/${doctor.id}`)).status).toBe(204);
        expect((await chief.read(`/patient/${own.id}`)).doctor_id).toBeNull();
      });

      test('a set-null by the end of a tenant or a user', async () => {
        const tenant = await admin.create('/tenant', { name: mark(), domain: 'x.example' });
        const username = mark();
        const profile = { username, email: `${username}@example.test`, password: 'long enough' };
        const roles = { roles: ['Manager'], tenants: [tenant.id] };
        const user = await admin.create('/user', { ...profile, ...roles });
        const client = await clientFor(service.url, username, profile.password);
        const patient = await client.create('/patient', person());
        const diary = await client.create('/diaries', {});
        expectProblem(await admin.delete(`/tenant/${tenant.id}`), 409);
        expectProblem(await admin.delete(`/user/${user.id}`), 409);
        expect(await client.read(`/patient/${patient.id}`)).toEqual(patient);
        expect(await client.read(`/diaries/${diary.id}`)).toEqual(diary);
      });

      test('the 409 tells neither which rows nor how many', async () => {
        const chief = as('chief');
        const patient = await chief.create('/patient', person());
        const diary = await as('anna').create('/diaries', { patient_id: patient.id, text: mark() });
        const answer = await chief.delete(`/patient/${patient.id}`);
        const hidden = { dependents: [], hidden_dependents: true };
        expect(expectProblem(answer, 409)).toMatchObject(hidden);
        expect(answer.text).not.toContain(String(diary.text));
        expect(answer.text).not.toContain('anna');
      });
    });

    test('a change of tenants of a user counts at once', async () => {
      const username = mark();
      const profile = { username, email: `${username}@example.test`, password: 'long enough' };
      const user = await admin.create('/user', { ...profile, roles: ['Viewer'], tenants: [south] });
      const login = await service.anonymous.post('/auth/login', {
        username,
        password: profile.password,
      });
      const { access_token } = login.body as { access_token: string };
      const row = await as('bert').create('/patient', person());
      const read = (): Promise<Answer> =>
        service.anonymous.get(`/patient/${row.id}`, { authorization: `Bearer ${access_token}` });
      expect((await read()).status).toBe(200);
      await admin.change(`/user/${user.id}`, { tenants: [north] });
      expect((await read()).status).toBe(404);
      await admin.change(`/user/${user.id}`, { tenants: [] });
      expect((await read()).status).toBe(404);
    });

    test('the rows of an inactive tenant are out of reach, at once and until it is active', async () => {
      const row = await as('bert').create('/patient', person());
      const read = async () => (await as('bert').get(`/patient/${row.id}`)).status;
      expect(await read()).toBe(200);
      await admin.change(`/tenant/${south}`, { status: 'Inactive' });
      try {
        expect(await read()).toBe(404);
        expect((await as('bert').get('/auth/me')).body).toMatchObject({ tenants: [] });
        const made = await as('bert').post('/patient', person({ tenant_id: south }));
        expectFields(made, 422, 'tenant_id');
      } finally {
        await admin.change(`/tenant/${south}`, { status: 'Active' });
      }
      expect(await read()).toBe(200);
    });
  });
});
