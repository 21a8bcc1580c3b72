import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { json, mark, type Client, type Row } from './http.js';
import { kindOfIds, testOfNumbers } from './ids.js';
import { onEachDatabase, useService } from './use-service.js';

const TASK_KEYS = [
  'id',
  '_label',
  'title',
  'description',
  'status',
  'priority',
  'due_date',
  'planned_work_hours',
  'actual_work_hours',
  'project_id',
  'assignee_id',
  'parent_task_id',
  'created_at',
  'updated_at',
];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

onEachDatabase((database) => {
  describe('2 Records: task-manager', () => {
    const service = useService('task-manager', database);
    const admin = service.as('admin');

    test('keys stand in the order id, _label, columns, timestamps on every answer', async () => {
      const title = mark();
      const created = await admin.create('/task', { title });
      expect(Object.keys(created)).toEqual(TASK_KEYS);
      const path = `/task/${created.id}`;
      expect(Object.keys(await admin.read(path))).toEqual(TASK_KEYS);
      expect(Object.keys((await admin.put(path, { title })).record)).toEqual(TASK_KEYS);
      expect(Object.keys((await admin.patch(path, {})).record)).toEqual(TASK_KEYS);
      const [listed] = await admin.list(`/task?title=${title}`);
      expect(Object.keys(listed ?? {})).toEqual(TASK_KEYS);
      expect(Object.keys((await admin.post(`${path}/complete`)).record)).toEqual(TASK_KEYS);
    });

    test('the seed: fields, defaults and labels of the example models', async () => {
      const name = mark();
      const member = await admin.create('/team_member', { name, email: 'a@example.test' });
      expect(member).toMatchObject({ _label: name, email: 'a@example.test', role: 'member' });
      const project = await admin.create('/project', { name, owner_id: member.id });
      expect(project).toMatchObject({
        _label: name,
        description: null,
        status: 'active',
        owner_id: member.id,
      });
      const task = await admin.create('/task', { title: name });
      expect(task).toMatchObject({
        _label: name,
        description: null,
        status: 'todo',
        priority: 'medium',
        due_date: null,
        planned_work_hours: null,
        actual_work_hours: null,
        project_id: null,
        assignee_id: null,
        parent_task_id: null,
      });
      expect(task.created_at).toMatch(INSTANT);
      expect(task.updated_at).toMatch(INSTANT);
    });

    test('list, get and the answers of writes show one and the same record', async () => {
      const title = mark();
      const created = await admin.create('/task', {
        title,
        due_date: '2026-02-28',
        planned_work_hours: 29,
      });
      expect(await admin.read(`/task/${created.id}`)).toEqual(created);
      expect(await admin.list(`/task?title=${title}`)).toEqual([created]);
      const changed = await admin.change(`/task/${created.id}`, { priority: 'high' });
      expect(await admin.read(`/task/${created.id}`)).toEqual(changed);
      expect(await admin.list(`/task?id=${created.id}`)).toEqual([changed]);
    });

    test('floats are plain JSON numbers', async () => {
      const { id } = await admin.create('/task', { title: mark(), planned_work_hours: 29.0 });
      const text = (await admin.get(`/task/${id}`)).text;
      expect(text).toContain('"planned_work_hours":29,');
      expect((await admin.get(`/task?id=${id}`)).text).toContain('"planned_work_hours":29,');
    });

    testOfNumbers('ids are never used twice, also after the last row was deleted', async () => {
      const first = await admin.create('/task', { title: mark() });
      expect((await admin.delete(`/task/${first.id}`)).status).toBe(204);
      const second = await admin.create('/task', { title: mark() });
      expect(second.id).toBeGreaterThan(first.id);
    });

    test('created_at stays, updated_at moves with a change', async () => {
      const { id, created_at, updated_at } = await admin.create('/task', { title: mark() });
      await new Promise((resolve) => setTimeout(resolve, 5));
      const changed = await admin.change(`/task/${id}`, { priority: 'low' });
      expect(changed.created_at).toBe(created_at);
      expect(Date.parse(String(changed.updated_at))).toBeGreaterThan(
        Date.parse(String(updated_at)),
      );
      expect(Math.abs(Date.parse(String(created_at)) - Date.now())).toBeLessThan(60_000);
    });

    describe('_fields', () => {
      let task: Row;
      beforeAll(async () => {
        const project = await admin.create('/project', { name: mark() });
        const values = { title: mark(), description: 'long', project_id: project.id };
        task = await admin.create('/task', values);
      });

      test('gives id, _label and these fields, of one record and in a list', async () => {
        const { id, _label, title, status } = task;
        const [listed] = await admin.list(`/task?id=${id}&_fields=status,title`);
        expect(listed).toEqual({ id, _label, title, status });
        expect(Object.keys(listed!)).toEqual(['id', '_label', 'title', 'status']);
        expect(await admin.read(`/task/${id}?_fields=status&_fields=title,id`)).toEqual(listed);
        const [label] = await admin.list(`/task?id=${id}&_fields=_label`);
        expect(label).toEqual({ id, _label });
      });

      test('adds relations and counts, and filters and sorts by any field', async () => {
        const path = `/task?title=${String(task.title)}&_sort=due_date&_fields=status`;
        const [listed] = await admin.list(`${path}&_expand=project&_count=subtasks`);
        expect(Object.keys(listed!)).toEqual(['id', '_label', 'status', 'project', '_count']);
        const { project } = await admin.read(`/task/${task.id}?_fields=status&_expand=project`);
        expect(project).toMatchObject({ id: task.project_id });
      });

      test.each(['nope', '', 'project', 'subtasks', 'title,nope', '_count', 'title.x'])(
        '%s is 400, the same for a list and a record',
        async (names) => {
          const list = expectProblem(await admin.get(`/task?_fields=${names}`), 400);
          const get = expectProblem(await admin.get(`/task/${task.id}?_fields=${names}`), 400);
          expect(get.errors).toEqual(list.errors);
          expect(Object.keys(list.errors!)).toEqual(['_fields']);
        },
      );

      test('has no ETag, is never 304, and leaves the tag of the whole record as it is', async () => {
        const path = `/task/${task.id}`;
        const whole = await admin.get(path);
        const tag = whole.header('etag');
        const some = await admin.get(`${path}?_fields=title`, { 'if-none-match': tag });
        expect(some.status).toBe(200);
        expect(some.headers).not.toHaveProperty('etag');
        const changed = await admin.patch(path, { priority: 'low' }, { 'if-match': tag });
        expect(changed.status).toBe(200);
        expectProblem(await admin.patch(path, { priority: 'high' }, { 'if-match': tag }), 412);
      });

      test('a record that is not there is 404', async () => {
        expectProblem(await admin.get('/task/999999?_fields=title'), 404);
      });
    });

    describe('_expand', () => {
      let project: Row;
      let member: Row;
      let task: Row;
      beforeAll(async () => {
        const name = mark();
        member = await admin.create('/team_member', { name, email: 'x@example.test' });
        project = await admin.create('/project', { name, owner_id: member.id });
        task = await admin.create('/task', { title: name, project_id: project.id });
      }, 60_000);

      test('adds the related record under the name of the relation, whole', async () => {
        const row = await admin.read(`/task/${task.id}?_expand=project`);
        expect(row.project).toEqual(project);
        expect(row.project_id).toBe(project.id);
        expect({ ...row, project: undefined }).toEqual({ ...task, project: undefined });
      });

      test('several relations at once; null where there is none; on lists too', async () => {
        const path = `/task?id=${task.id}&_expand=project,assignee,parent_task`;
        const [row] = await admin.list(path);
        expect(row).toMatchObject({ project, assignee: null, parent_task: null });
      });

      test('one level only: the expanded record holds plain ids', async () => {
        const row = await admin.read(`/task/${task.id}?_expand=project`);
        expect(Object.keys(row.project as Row)).toEqual(Object.keys(project));
      });

      test('the names of the seed: owner, parent_task, assignee', async () => {
        expect((await admin.read(`/project/${project.id}?_expand=owner`)).owner).toEqual(member);
        const child = await admin.create('/task', {
          title: mark(),
          parent_task_id: task.id,
          assignee_id: member.id,
        });
        const row = await admin.read(`/task/${child.id}?_expand=parent_task,assignee`);
        expect(row).toMatchObject({ parent_task: task, assignee: member });
      });

      test.each([
        'nope',
        'project,nope',
        'project_id',
        'Project',
        'subtasks',
        'project.owner',
        '__proto__',
        'constructor',
        'toString',
      ])('%s: 400', async (name) => {
        expectProblem(await admin.get(`/task/${task.id}?_expand=${name}`), 400);
        expectProblem(await admin.get(`/task?_expand=${name}`), 400);
      });

      test('one relation twice is no unexpected error', async () => {
        const answer = await admin.get(`/task/${task.id}?_expand=project,project`);
        expect([200, 400]).toContain(answer.status);
      });

      test('an expanded answer has no ETag', async () => {
        const answer = await admin.get(`/task/${task.id}?_expand=project`);
        expect(answer.status).toBe(200);
        expect(answer.header('etag')).toBe('');
      });

      test('what was read with _expand may be sent back', async () => {
        const row = await admin.read(`/task/${task.id}?_expand=project`);
        const { updated_at: _, project: __, ...same } = task;
        expect((await admin.put(`/task/${task.id}`, row)).record).toMatchObject(same);
        expect((await admin.patch(`/task/${task.id}`, row)).record).toMatchObject(same);
      });
    });

    describe('ETag and If-None-Match', () => {
      const fresh = async (): Promise<{ path: string; tag: string }> => {
        const { id } = await admin.create('/task', { title: mark() });
        return { path: `/task/${id}`, tag: (await admin.get(`/task/${id}`)).header('etag') };
      };

      test('one record has a strong ETag that moves with it', async () => {
        const { path, tag } = await fresh();
        expect(tag).toMatch(/^"[^"]+"$/);
        expect((await admin.get(path)).header('etag')).toBe(tag);
        expect((await admin.head(path)).header('etag')).toBe(tag);
        await admin.change(path, { priority: 'high' });
        expect((await admin.get(path)).header('etag')).not.toBe(tag);
      });

      test.each<[string, (tag: string) => string, number]>([
        ['the tag', (tag) => tag, 304],
        ['the tag weakened', (tag) => `W/${tag}`, 304],
        ['a list with it', (tag) => `"a", ${tag}`, 304],
        ['a list with it, no space', (tag) => `"a",W/${tag},"b"`, 304],
        ['any', () => '*', 304],
        ['another', () => '"another"', 200],
        ['the tag without quotes', (tag) => tag.slice(1, -1), 200],
        ['a part of it', (tag) => `"${tag.slice(2)}`, 200],
      ])('If-None-Match: %s', async (_, header, status) => {
        const { path, tag } = await fresh();
        const answer = await admin.get(path, { 'if-none-match': header(tag) });
        expect(answer.status).toBe(status);
        if (status !== 304) return;
        expect(answer.text).toBe('');
        expect(answer.header('etag')).toBe(tag);
      });

      const matches: [string, (tag: string) => string, boolean][] = [
        ['the tag', (tag) => tag, true],
        ['the tag weakened by a proxy', (tag) => `W/${tag}`, true],
        ['a list with it', (tag) => `"a", ${tag}, "b"`, true],
        ['a list with it weakened', (tag) => `"a",W/${tag}`, true],
        ['any', () => '*', true],
        ['another', () => '"another"', false],
        ['another weakened', () => 'W/"another"', false],
        ['a list without it', () => '"a", "b"', false],
        ['no quotes', (tag) => tag.slice(1, -1), false],
        ['rubbish', () => '][', false],
      ];
      describe.each(['PUT', 'PATCH', 'DELETE'])('%s', (method) => {
        test.each(matches)('If-Match: %s', async (_, header, holds) => {
          const { path, tag } = await fresh();
          const before = await admin.read(path);
          const message = { headers: { 'if-match': header(tag) } };
          const body = method === 'DELETE' ? {} : { body: { title: 'changed' } };
          const answer = await admin.send(method, path, { ...message, ...body });
          if (holds) {
            expect(answer.status).toBe(method === 'DELETE' ? 204 : 200);
          } else {
            expectProblem(answer, 412);
            expect(await admin.read(path)).toEqual(before);
          }
        });
      });

      test('a tag of a time before does not hold any more', async () => {
        const { path, tag } = await fresh();
        await admin.change(path, { priority: 'high' });
        expectProblem(await admin.patch(path, { title: 'x' }, { 'if-match': tag }), 412);
        expectProblem(await admin.delete(path, { 'if-match': tag }), 412);
      });

      test('check and write are one step: of ten at once one wins', async () => {
        const { path, tag } = await fresh();
        const tries = Array.from({ length: 10 }, (_, index) =>
          admin.patch(path, { title: `t${index}` }, { 'if-match': tag }),
        );
        const statuses = (await Promise.all(tries)).map((answer) => answer.status);
        expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(412)]);
      });

      test('of five deletes with the tag at once one wins', async () => {
        const { path, tag } = await fresh();
        const tries = Array.from({ length: 5 }, () => admin.delete(path, { 'if-match': tag }));
        const statuses = (await Promise.all(tries)).map((answer) => answer.status);
        expect(statuses.sort()).toEqual([204, 404, 404, 404, 404]);
      });

      test('the answer of a write has the ETag that a GET then gives', async () => {
        const created = await admin.post('/task', { title: mark() });
        const path = `/task/${created.record.id}`;
        const current = async () => (await admin.get(path)).header('etag');
        expect(await current()).toBe(created.header('etag'));
        const replaced = await admin.put(
          path,
          { title: mark() },
          { 'if-match': created.header('etag') },
        );
        expect(await current()).toBe(replaced.header('etag'));
        const patched = await admin.patch(path, {}, { 'if-match': replaced.header('etag') });
        expect(await current()).toBe(patched.header('etag'));
      });
    });
  });

  describe('2 Records: orders', () => {
    const service = useService('orders', database);
    const admin = service.as('admin');

    test('a label of several fields, and of a marked field', async () => {
      const number = mark();
      const order = await admin.create('/order', { number, customer: 'Ann' });
      expect(order._label).toBe(`${number} Ann`);
      expect(order).toMatchObject({ status: 'pending', total: 0 });
      expect(order.placed_at).toMatch(INSTANT);
      const line = await admin.create('/order_line', {
        order_id: order.id,
        position: 1,
        product: 'Chalk',
        unit_price: 1.25,
      });
      expect(line._label).toBe('Chalk');
      const changed = await admin.change(`/order/${order.id}`, { customer: 'Bo' });
      expect(changed._label).toBe(`${number} Bo`);
    });

    test('a model without timestamps has none', async () => {
      const order = await admin.create('/order', { number: mark(), customer: 'x' });
      const line = { order_id: order.id, position: 1, product: 'p', unit_price: 1 };
      expect(Object.keys(await admin.create('/order_line', line))).toEqual([
        'id',
        '_label',
        'order_id',
        'position',
        'article_id',
        'product',
        'quantity',
        'unit_price',
      ]);
    });
  });

  describe('2 Records: clinic', () => {
    const service = useService('clinic', database);
    const admin = service.as('admin');

    testOfNumbers(
      'the default label is the model and its id; a marked field wins over name',
      async () => {
        const specimen = await admin.create('/specimen', {});
        expect(specimen._label).toBe(`Specimen #${specimen.id}`);
        const code = mark().slice(-12);
        const ward = await admin.create('/ward', { code, name: 'North wing' });
        expect(ward._label).toBe(code);
        expect(Object.keys(ward)).toEqual(['id', '_label', 'code', 'name', 'parent_id']);
      },
    );

    test('labels of users, roles and tenants', async () => {
      const [user] = await admin.list('/user?username=admin');
      expect(user?._label).toBe('admin');
      const [role] = await admin.list('/role?name=Viewer');
      expect(role?._label).toBe('Viewer');
      const name = mark();
      expect((await admin.create('/tenant', { name, domain: name }))._label).toBe(name);
    });

    test('a label shows no null', async () => {
      const number = mark();
      const invoice = await admin.create('/invoices', { number });
      expect(invoice._label).toContain(number);
      expect(invoice._label).not.toMatch(/null|undefined/);
    });

    test('a label never shows a field that the reader may not read', async () => {
      const serial = mark();
      const name = mark();
      const device = await admin.create('/devices', { name, serial, asset_code: 'x' });
      expect(device._label).toBe(`${name} ${serial}`);
      for (const reader of ['anna', 'vera']) {
        const answer = await service.as(reader).get(`/devices/${device.id}`);
        expect(answer.text).not.toContain(serial);
        expect(answer.record._label).toContain(name);
        expect((await service.as(reader).get(`/devices?id=${device.id}`)).text).not.toContain(
          serial,
        );
      }
    });

    test('hidden fields stay out of the keys, the others keep their order', async () => {
      const { id } = await admin.create('/invoices', { number: mark(), margin: 0.5 });
      const parts = kindOfIds() === 'parts' ? ['zone', 'seat'] : [];
      const keys = [
        'id',
        '_label',
        ...parts,
        'number',
        'customer',
        'total',
        'margin',
        'patient_id',
      ];
      const all = [...keys, 'created_at', 'updated_at'];
      expect(Object.keys(await admin.read(`/invoices/${id}`))).toEqual(all);
      expect(Object.keys(await service.as('anna').read(`/invoices/${id}`))).toEqual(
        all.filter((key) => key !== 'margin'),
      );
    });

    test('a many-to-many is an array of ids, on every answer', async () => {
      const anna = service.as('anna');
      const tags = [await tag(admin), await tag(admin), await tag(admin)];
      const [one, two, three] = tags as [number, number, number];
      const patient = await anna.create('/patient', {
        number: mark(),
        first_name: 'P',
        last_name: 'Q',
        tags: [one, two],
      });
      const path = `/patient/${patient.id}`;
      expect(sorted(patient.tags)).toEqual([one, two]);
      expect(patient.relatives).toEqual([]);
      expect(sorted((await anna.read(path)).tags)).toEqual([one, two]);
      expect(sorted((await anna.list(`/patient?id=${patient.id}`))[0]?.tags)).toEqual([one, two]);
      expect((await anna.change(path, { tags: [three] })).tags).toEqual([three]);
      expect((await anna.change(path, { last_name: 'R' })).tags).toEqual([three]);
      expect((await anna.change(path, { tags: [] })).tags).toEqual([]);
      const relative = await anna.create('/patient', {
        number: mark(),
        first_name: 'P',
        last_name: 'Q',
        relatives: [patient.id],
      });
      expect(relative.relatives).toEqual([patient.id]);
      expect((await anna.read(path)).relatives).toEqual([]);
      expect(Object.keys(patient).slice(0, 2)).toEqual(['id', '_label']);
      expect(Object.keys(patient).slice(-2)).toEqual(['created_at', 'updated_at']);
    });

    test('a put without the many-to-many empties it, with it replaces it', async () => {
      const anna = service.as('anna');
      const body = { number: mark(), first_name: 'P', last_name: 'Q' };
      const tags = [await tag(admin)];
      const { id } = await anna.create('/patient', { ...body, tags });
      expect((await anna.put(`/patient/${id}`, { ...body, tags })).record.tags).toEqual(tags);
      expect((await anna.put(`/patient/${id}`, body)).record.tags).toEqual([]);
    });

    test('a one-to-one reference is an id and expands', async () => {
      const user = await service.user('dora');
      const doctor = await admin.create('/doctor', {
        name: mark(),
        email: `${mark()}@example.test`,
        user_id: user.id,
      });
      expect(doctor.user_id).toBe(user.id);
      const { user: expanded } = await admin.read(`/doctor/${doctor.id}?_expand=user`);
      expect(expanded).toMatchObject({ id: user.id, username: 'dora' });
      expect(JSON.stringify(expanded)).not.toMatch(/password|hash|\$2[aby]\$/);
      await admin.change(`/doctor/${doctor.id}`, { user_id: null });
    });

    describe('formats of each type, as written and read back', () => {
      test.each<[string, unknown, unknown]>([
        ['short', 'abcde', 'abcde'],
        ['short', '😀😀😀😀😀', '😀😀😀😀😀'],
        ['body', 'line\nline\ttab "quoted" \\ \u2028', 'line\nline\ttab "quoted" \\ \u2028'],
        ['empty', '', ''],
        ['amount', -10, -10],
        ['level', 2_147_483_648, 2_147_483_648],
        ['level', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
        ['level', Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
        ['big', '9223372036854775807', '9223372036854775807'],
        ['big', '-9223372036854775808', '-9223372036854775808'],
        ['big', '0', '0'],
        ['ratio', 1.5, 1.5],
        ['ratio', 0.1, 0.1],
        ['ratio', 1e308, 1e308],
        ['ratio', 5e-324, 5e-324],
        ['ratio', -0.000001, -0.000001],
        ['ratio', 3, 3],
        ['price', 12345678901.2345, 12345678901.2345],
        ['price', 0.0001, 0.0001],
        ['price', -99999999999.9999, -99999999999.9999],
        ['price', 1.5, 1.5],
        ['fee', 9999.99, 9999.99],
        ['active', true, true],
        ['active', false, false],
        ['taken_on', '2024-02-29', '2024-02-29'],
        ['taken_on', '0001-01-01', '0001-01-01'],
        ['taken_on', '9999-12-31', '9999-12-31'],
        ['taken_time', '23:59:59', '23:59:59'],
        ['taken_time', '00:00:00', '00:00:00'],
        ['taken_at', '2026-03-04T05:06:07.089Z', '2026-03-04T05:06:07.089Z'],
        ['taken_at', '2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
        ['taken_at', '2026-03-04T05:06:07.089+02:00', '2026-03-04T03:06:07.089Z'],
        ['taken_at', '2026-01-01T00:30:00-05:30', '2026-01-01T06:00:00.000Z'],
        ['taken_at', '1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
        ['kind', 'blood', 'blood'],
        ['grade', 'b', 'b'],
        ['hint', 'anything at all', 'anything at all'],
        ['data', { a: [1, 'x', null, { b: true }] }, { a: [1, 'x', null, { b: true }] }],
        ['data', [], []],
        ['shade', '#1E88E5', '#1e88e5'],
        ['shade', '#aBc', '#aabbcc'],
        ['data', 'text', 'text'],
        ['data', '12', '12'],
        ['data', 12.5, 12.5],
        ['data', false, false],
        ['data', null, null],
        ['data', { z: 1, a: 2, __proto__x: 3 }, { z: 1, a: 2, __proto__x: 3 }],
        ['order', 7, 7],
        ['group', 'g', 'g'],
      ])('%s %j', async (field, sent, read) => {
        const created = await admin.create('/specimen', { [field]: sent });
        expect(created[field]).toEqual(read);
        const got = await admin.read(`/specimen/${created.id}`);
        expect(got[field]).toEqual(read);
        const [listed] = await admin.list(`/specimen?id=${created.id}`);
        expect(listed?.[field]).toEqual(read);
        const changed = await admin.change(`/specimen/${created.id}`, { [field]: null });
        expect(changed[field]).toBeNull();
        expect((await admin.change(`/specimen/${created.id}`, { [field]: sent }))[field]).toEqual(
          read,
        );
      });

      test('a uuid', async () => {
        const external = crypto.randomUUID();
        const { id } = await admin.create('/specimen', { external });
        expect((await admin.read(`/specimen/${id}`)).external).toBe(external);
      });

      test('defaults of every kind', async () => {
        expect(await admin.create('/specimen', {})).toMatchObject({
          empty: '',
          nothing: null,
          fee: 1.5,
          ready: true,
          active: null,
          data: null,
        });
        const anna = service.as('anna');
        const doctor = await admin.create('/doctor', {
          name: mark(),
          email: `${mark()}@example.test`,
        });
        expect(doctor).toMatchObject({ specialty: 'general', user_id: null, salary: null });
        const body = { number: mark(), first_name: 'F', last_name: 'L' };
        const patient = await anna.create('/patient', body);
        expect(patient).toMatchObject({ insured: false, risk: 'low', _label: 'L, F' });
        const appointment = await anna.create('/appointment', {
          starts_at: '2030-01-01T10:00:00Z',
          patient_id: patient.id,
          doctor_id: doctor.id,
        });
        expect(appointment).toMatchObject({ reminder: '07:30:00', status: 'booked' });
        const now = new Date();
        const yesterday = new Date(now.getTime() - 86_400_000);
        const days = [now, yesterday].map((day) => day.toISOString().slice(0, 10));
        expect(days).toContain(appointment.booked_on);
        expect(appointment.booked_at).toMatch(INSTANT);
        const age = now.getTime() - Date.parse(String(appointment.booked_at));
        expect(Math.abs(age)).toBeLessThan(60_000);
      });

      test('json text of great depth and odd keys comes back as it was', async () => {
        const raw = '{"data":{"__proto__":1,"constructor":{"prototype":2},"é😀":"\\u2028"}}';
        const answer = await admin.send('POST', '/specimen', json(raw));
        expect(answer.status, answer.text).toBe(201);
        expect(answer.text).toContain('"__proto__":1');
        expect((await admin.get(`/specimen/${answer.record.id}`)).text).toContain('"__proto__":1');
      });
    });

    describe('ETag as this reader sees it', () => {
      const device = async (): Promise<string> => {
        const body = { name: mark(), serial: mark(), asset_code: 'x', cost: 5 };
        return `/devices/${(await admin.create('/devices', body)).id}`;
      };

      test('readers with other views have other tags', async () => {
        const path = await device();
        const mine = (await admin.get(path)).header('etag');
        const theirs = await service.as('vera').get(path, { 'if-none-match': mine });
        expect(theirs.status).toBe(200);
        expect(theirs.header('etag')).not.toBe(mine);
      });

      test('the own tag holds for a writer who sees less', async () => {
        const path = await device();
        const anna = service.as('anna');
        const tag = (await anna.get(path)).header('etag');
        const answer = await anna.patch(path, { name: 'n' }, { 'if-match': tag });
        expect(answer.status, answer.text).toBe(200);
      });
    });
  });
});

function sorted(ids: unknown): number[] {
  return [...(ids as number[])].sort((a, b) => a - b);
}

async function tag(client: Client): Promise<number> {
  return (await client.create('/tag', { name: mark() })).id;
}
