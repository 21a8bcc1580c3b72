import { describe, expect, test } from 'vitest';
import { expectProblem, places, type Outcome } from './expect-problem.js';
import { mark, type Answer } from './http.js';
import { hasGivenIds, noId } from './ids.js';
import { onEachDatabase, useService } from './use-service.js';

const outcomes = (answer: Answer) => answer.body as Outcome[];

onEachDatabase((database) => {
  describe('4 Writes: a batch', () => {
    const service = useService('task-manager', database);
    const clinic = useService('clinic', database);
    const admin = service.as('admin');
    const batch = (operations: unknown, query = '') => admin.post(`/_batch${query}`, operations);
    const project = (name: string) => ({ method: 'POST', path: '/project', body: { name } });

    test('writes records of several models that refer to each other', async () => {
      const name = mark();
      const answer = await batch([
        project(name),
        { method: 'POST', path: '/task', body: { title: name, project_id: { $ref: 0 } } },
        {
          method: 'POST',
          path: '/task',
          body: { title: name, project_id: { $ref: 0 }, parent_task_id: { $ref: 1 } },
        },
        { method: 'PATCH', path: '/task', id: { $ref: 1 }, body: { description: 'changed' } },
        { method: 'DELETE', path: '/task', id: { $ref: 2 } },
      ]);
      expect(answer.status, answer.text).toBe(200);
      const [first, parent, child, changed, removed] = outcomes(answer);
      expect(first).toMatchObject({ status: 201, record: { name } });
      expect(parent!.record).toMatchObject({ project_id: first!.record!.id });
      expect(child!.record).toMatchObject({ parent_task_id: parent!.record!.id });
      expect(changed).toMatchObject({
        status: 200,
        record: { id: parent!.record!.id, description: 'changed' },
      });
      expect(removed).toEqual({ status: 204 });
      const read = await admin.get(`/task/${parent!.record!.id}`);
      expect(read.record).toEqual(changed!.record);
      expect(read.header('etag')).toBe(changed!.etag);
      expect((await admin.get(`/task/${child!.record!.id}`)).status).toBe(404);
    });

    test('where one is refused, none is done, and it is told which', async () => {
      const name = mark();
      const answer = await batch([
        project(name),
        { method: 'POST', path: '/task', body: { title: name } },
        { method: 'POST', path: '/task', body: { title: name, project_id: noId() } },
        { method: 'POST', path: '/task', body: {} },
      ]);
      expect(places(answer, 422)).toEqual([
        [2, 'project_id', 'reference'],
        [3, 'title', 'required'],
      ]);
      expect(await admin.list(`/project?name=${name}`)).toEqual([]);
      expect(await admin.list(`/task?title=${name}`)).toEqual([]);
    });

    test('a record is changed while it has the version that is sent', async () => {
      const { id } = await admin.create('/task', { title: mark() });
      const etag = (await admin.get(`/task/${id}`)).header('etag');
      const change = { method: 'PATCH', path: `/task/${id}`, if_match: etag };
      const answer = await batch([
        { ...change, body: { description: 'one' } },
        { ...change, body: { description: 'two' } },
      ]);
      expect(places(answer, 412)).toEqual([[1, '', 'changed']]);
      const replaced = await batch([
        { method: 'PUT', path: `/task/${id}`, if_match: etag, body: { title: 'new' } },
      ]);
      expect(outcomes(replaced)).toMatchObject([{ status: 200, record: { title: 'new' } }]);
      expect(places(await batch([{ ...change, method: 'DELETE' }]), 412)).toHaveLength(1);
    });

    test.each<[unknown, number, unknown[]]>([
      [7, 400, [0, '', 'type']],
      [{ method: 'POST' }, 400, [0, 'path', 'type']],
      [{ method: 'GET', path: '/task' }, 400, [0, 'method', 'value']],
      [{ method: 'POST', path: '/task', bodi: {} }, 400, [0, 'bodi', 'unknown-field']],
      [{ method: 'PATCH', path: '/task/1', if_match: 1 }, 400, [0, 'if_match', 'type']],
      [{ method: 'PATCH', path: '/task/1', id: 1 }, 400, [0, 'id', 'unknown-field']],
      [{ method: 'PATCH', path: '/task', id: hasGivenIds() ? 1 : '1' }, 400, [0, 'id', 'type']],
      [{ method: 'POST', path: '/nothing' }, 404, [0, '', '404']],
      [{ method: 'POST', path: '/task/' }, 405, [0, '', '405']],
      [{ method: 'POST', path: 'task' }, 404, [0, '', '404']],
      [{ method: 'POST', path: '/auth/login' }, 404, [0, '', '404']],
      [{ method: 'POST', path: '/_batch' }, 404, [0, '', '404']],
      [{ method: 'POST', path: '/task/1' }, 405, [0, '', '405']],
      [{ method: 'PATCH', path: '/task', body: {} }, 405, [0, '', '405']],
      [{ method: 'PATCH', path: '/task/x', body: {} }, 404, [0, '', 'no-record']],
      [{ method: 'POST', path: '/task' }, 422, [0, '', 'type']],
      [{ method: 'POST', path: '/task', body: [] }, 422, [0, '', 'type']],
    ])('%j: %i', async (operation, status, place) => {
      expect(places(await batch([operation]), status)).toEqual([place]);
    });

    test.each<[string, unknown[], unknown[]]>([
      ['one that comes later', [{ project_id: { $ref: 1 } }], [0, 'project_id', 'reference']],
      ['itself', [{ project_id: { $ref: 0 } }], [0, 'project_id', 'reference']],
      ['another model', [{}, { project_id: { $ref: 0 } }], [1, 'project_id', 'reference']],
    ])('a reference to %s is refused', async (_, bodies, place) => {
      const tasks = bodies.map((body) => ({
        method: 'POST',
        path: '/task',
        body: { title: mark(), ...(body as object) },
      }));
      expect(places(await batch(tasks), 422)).toEqual([place]);
    });

    test('a field that is no reference takes none', async () => {
      const answer = await batch([
        project(mark()),
        { method: 'POST', path: '/task', body: { title: { $ref: 0 } } },
      ]);
      expect(places(answer, 422)).toEqual([[1, 'title', 'type']]);
    });

    test('with _atomic=false each is done by itself', async () => {
      const name = mark();
      const answer = await batch(
        [
          { method: 'POST', path: '/project', body: {} },
          { method: 'POST', path: '/task', body: { title: name, project_id: { $ref: 0 } } },
          { method: 'POST', path: '/task', body: { title: name } },
          { method: 'PATCH', path: '/task', id: { $ref: 2 }, body: { description: 'x' } },
          { method: 'DELETE', path: '/task/999999999' },
        ],
        '?_atomic=false',
      );
      expect(answer.status, answer.text).toBe(207);
      expect(outcomes(answer).map(({ status }) => status)).toEqual([422, 424, 201, 200, 404]);
      expect(await admin.list(`/task?title=${name}`)).toMatchObject([{ description: 'x' }]);
    });

    describe('an operation with `on`', () => {
      const chief = clinic.as('chief');
      const send = (operations: unknown, query = '', who = chief) =>
        who.post(`/_batch${query}`, operations);
      const tag = (name: string, more: object = {}) => ({
        ...{ method: 'POST', path: '/tag', on: 'name' },
        body: { name, ...more },
      });
      const statuses = (answer: Answer) => outcomes(answer).map(({ status }) => status);

      test('changes the record that has the values, or creates one; others refer to it', async () => {
        const [known, name] = [mark(), mark()];
        const { id } = await chief.create('/tag?_on=name', { name: known, color: 'red' });
        const answer = await send([
          tag(known, { color: 'green' }),
          tag(name),
          {
            method: 'POST',
            path: '/note',
            body: { title: name, tags: [{ $ref: 0 }, { $ref: 1 }] },
          },
          { method: 'PATCH', path: '/tag', id: { $ref: 1 }, body: { color: 'red' } },
        ]);
        expect(answer.status, answer.text).toBe(200);
        const [changed, created, note, again] = outcomes(answer);
        expect(changed).toMatchObject({ status: 200, record: { id, color: 'green' } });
        expect(created).toMatchObject({ status: 201, record: { name, color: 'grey' } });
        expect(note!.record!.tags).toEqual([id, created!.record!.id]);
        expect(again).toMatchObject({ record: { id: created!.record!.id, color: 'red' } });
        const read = await chief.get(`/tag/${id}`);
        expect([read.record, read.header('etag')]).toEqual([changed!.record, changed!.etag]);
      });

      test('finds by a unique set, whose references may be to operations', async () => {
        const [number, email] = [mark(), `${mark()}@x.org`];
        const patient = (more: object) => ({
          ...{ method: 'POST', path: '/patient', on: 'tenant_id,number' },
          body: { number, first_name: 'F', last_name: 'L', ...more },
        });
        const doctor = {
          method: 'POST',
          path: '/doctor',
          on: 'email',
          body: { name: 'Dr', email },
        };
        const { tenants } = await clinic.user('chief');
        const [tenant_id] = tenants as number[];
        const answer = await send([
          doctor,
          patient({ tenant_id, doctor_id: { $ref: 0 } }),
          doctor,
          patient({ tenant_id, first_name: 'G', doctor_id: { $ref: 2 } }),
        ]);
        expect(statuses(answer), answer.text).toEqual([201, 201, 200, 200]);
        expect(await chief.list(`/patient?number=${number}`)).toMatchObject([
          { first_name: 'G', doctor_id: outcomes(answer)[0]!.record!.id },
        ]);
      });

      test('finds what an operation before it has written, in their order', async () => {
        const name = mark();
        const answer = await send([
          tag(name, { color: 'red' }),
          tag(mark()),
          tag(name, { color: 'green' }),
          tag(name),
        ]);
        expect(statuses(answer), answer.text).toEqual([201, 201, 200, 200]);
        expect(await chief.list(`/tag?name=${name}`)).toMatchObject([{ color: 'green' }]);
        const each = await send([tag(name), {}, tag(name, { color: 'red' })], '?_atomic=false');
        expectProblem(each, 400);
        const alone = await send(
          [tag(name, { color: 'x' }), tag(name, { color: 'red' }), tag(mark())],
          '?_atomic=false',
        );
        expect(statuses(alone), alone.text).toEqual([422, 200, 201]);
      });

      test('each that is refused is told, and none is done', async () => {
        const name = mark();
        const answer = await send([
          tag(name),
          tag(mark(), { color: 'blue' }),
          { ...tag(name), body: {} },
          { ...tag(name), body: undefined },
        ]);
        expect(places(answer, 422)).toEqual([
          [2, 'name', 'required'],
          [3, '', 'type'],
        ]);
        expect(await chief.list(`/tag?name=${name}`)).toEqual([]);
      });

      test('is refused where the record is hidden from its writer, as one that is taken', async () => {
        const national_id = mark();
        const patient = { number: mark(), first_name: 'F', last_name: 'L', national_id };
        await clinic.as('bert').create('/patient', patient);
        const operation = { method: 'POST', path: '/patient', on: 'national_id' };
        const answer = await send(
          [tag(mark()), { ...operation, body: { ...patient, number: mark() } }],
          '',
          clinic.as('anna'),
        );
        expect(places(answer, 409)).toEqual([[1, 'national_id', 'unique']]);
      });

      test('takes the right to change as well as to create', async () => {
        const answer = await service.as('poster').post('/_batch', [
          { method: 'POST', path: '/task', body: { title: mark() } },
          { method: 'POST', path: '/task', on: 'title', body: { title: mark() } },
        ]);
        expect(places(answer, 403)).toEqual([[1, '', 'may-not']]);
      });

      test.each<[object, number, unknown[]]>([
        [{ on: 'color' }, 400, [0, 'on', 'no-unique']],
        [{ on: '' }, 400, [0, 'on', 'no-unique']],
        [{ on: ['name'] }, 400, [0, 'on', 'type']],
        [{ method: 'PATCH', path: '/tag/1' }, 400, [0, 'on', 'unknown-field']],
        [{ method: 'DELETE', path: '/tag/1' }, 400, [0, 'on', 'unknown-field']],
        [{ path: '/tag?_on=name', on: undefined }, 400, [0, 'path', 'value']],
        [{ path: '/tag?_on=name' }, 400, [0, 'path', 'value']],
      ])('%j: %i', async (more, status, place) => {
        expect(places(await send([{ ...tag(mark()), ...more }]), status)).toEqual([place]);
      });

      test('is told how to say it where it is said in the path', async () => {
        const answer = await send([{ ...tag(mark()), path: '/tag?_on=name', on: undefined }]);
        expect(expectProblem(answer, 400).detail).toContain('the member on');
      });

      test('several at once make one record', async () => {
        const names = [mark(), mark()];
        const answers = await Promise.all(
          [1, 2, 3, 4].map((turn) =>
            send((turn % 2 ? names : names.toReversed()).map((name) => tag(name))),
          ),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        const made = answers.flatMap(statuses).filter((status) => status === 201);
        expect(made).toHaveLength(2);
      });
    });

    test('is a list of at most 1,000, sent by somebody', async () => {
      expectProblem(await service.anonymous.post('/_batch', []), 401);
      expectProblem(await batch({}), 422);
      expectProblem(await batch(Array.from({ length: 1001 }, () => ({}))), 413);
      expect((await batch([])).text).toBe('[]');
      const answer = await admin.get('/_batch');
      expectProblem(answer, 405);
      expect(answer.header('allow')).toBe('POST, OPTIONS');
    });

    test('what the user may not do at all is refused before anything is looked for', async () => {
      const answer = await clinic.as('anna').post('/_batch', [
        { method: 'PATCH', path: '/invoices/999999', body: {} },
        { method: 'POST', path: '/invoices', body: { number: mark() } },
        { method: 'DELETE', path: '/invoices/1' },
      ]);
      expect(places(answer, 403)).toEqual([
        [1, '', 'may-not'],
        [2, '', 'may-not'],
      ]);
    });
  });
});
