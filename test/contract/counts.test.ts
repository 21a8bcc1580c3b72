import { describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { ADMIN } from './harness.js';
import { mark, type Row } from './http.js';
import { kindOfIds } from './ids.js';
import { runSql } from './run-sql.js';
import { clientFor, onEachDatabase, startService, useService } from './use-service.js';

onEachDatabase((database) => {
  describe('7 Counts', () => {
    const clinic = useService('clinic', database);

    test.each(['chief', 'anna', 'bert', 'both', 'vera'])(
      'of %s are those of their lists',
      async (name) => {
        const who = clinic.as(name);
        const counts = await who.get('/config/counts?models=patient,appointment,patient');
        expect(counts.status, counts.text).toBe(200);
        const totals = await Promise.all(
          ['patient', 'appointment'].map(async (model) => {
            const list = await who.get(`/${model}?_end=0`);
            return [model, Number(list.header('x-total-count'))];
          }),
        );
        expect(counts.body).toEqual(Object.fromEntries(totals));
      },
    );

    test('since counts what was created from then on', async () => {
      const who = clinic.as('anna');
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      const answer = await who.get(`/config/counts?models=patient&since=${soon}`);
      expect(answer.body).toEqual({ patient: 0 });
      expectProblem(await who.get('/config/counts?models=patient&since=yesterday'), 400);
    });

    test('since several moments are a number for each', async () => {
      const who = clinic.as('anna');
      await who.create('/note', { title: mark() });
      const moments = ['2020-01-01', '2999-01-01', '2021-06-01'].map((day) => `${day}T00:00:00Z`);
      const one = async (since: string) => {
        const { body } = await who.get(`/config/counts?models=patient,note&since=${since}`);
        return body as Record<string, number>;
      };
      const alone = await Promise.all(moments.map(one));
      const answer = await who.get(`/config/counts?models=patient,note&since=${moments.join()}`);
      expect(answer.body).toEqual({
        patient: alone.map(({ patient }) => patient),
        note: alone.map(({ note }) => note),
      });
      expect(alone[0]!.note).toBeGreaterThan(0);
      const wrong = `${moments.join()},yesterday`;
      expectProblem(await who.get(`/config/counts?models=patient&since=${wrong}`), 400);
      const many = Array.from({ length: 61 }, () => moments[0]).join();
      expectProblem(await who.get(`/config/counts?models=patient&since=${many}`), 400);
      expectProblem(await who.get(`/config/counts?models=ward&since=${moments.join()}`), 400);
    });

    test('tenant counts what the lists have of that tenant', async () => {
      const who = clinic.as('both');
      const [north] = (await clinic.user('anna')).tenants as [number];
      const { body } = await who.get(`/config/counts?models=patient,ward&tenant=${north}`);
      const total = async (path: string) => Number((await who.get(path)).header('x-total-count'));
      expect(body).toEqual({
        patient: await total(`/patient?_end=0&tenant_id=${north}`),
        ward: await total('/ward?_end=0'),
      });
      const since = ['2020-01-01', '2020-01-02'].map((day) => `${day}T00:00:00Z`).join();
      const weeks = await who.get(`/config/counts?models=patient&since=${since}&tenant=${north}`);
      expect(weeks.body).toEqual({
        patient: [body, body].map((one) => (one as { patient: number }).patient),
      });
      for (const path of ['counts?models=patient', 'groups?by=patient.id', 'recent?models=patient'])
        expectProblem(await who.get(`/config/${path}&tenant=north`), 400);
    });

    test('groups and last changes of a tenant are of its records alone', async () => {
      const who = clinic.as('both');
      for (const name of ['anna', 'bert']) {
        const [tenant] = (await clinic.user(name)).tenants as [number];
        const body = { number: mark(), first_name: 'F', last_name: 'L' };
        await clinic.as(name).create('/patient', body);
        const groups = await who.get(`/config/groups?by=patient.tenant_id&tenant=${tenant}`);
        const values = (groups.body as Record<string, { value: number }[]>)['patient.tenant_id'];
        expect(values!.map(({ value }) => value)).toEqual([tenant]);
        const recent = await who.get(`/config/recent?models=patient&tenant=${tenant}`);
        expect(recent.body).not.toEqual([]);
        for (const { id } of recent.body as Row[])
          expect((await who.get(`/patient/${id}`)).body).toMatchObject({ tenant_id: tenant });
      }
    });

    test('refuse a model that the caller may not list, and say what is wrong with the question', async () => {
      expectProblem(await clinic.anonymous.get('/config/counts?models=patient'), 401);
      expectProblem(await clinic.as('nobody').get('/config/counts?models=patient'), 403);
      expectProblem(await clinic.as('anna').get('/config/counts?models=patient,user'), 403);
      expectProblem(await clinic.as('anna').get('/config/counts'), 400);
      const unknown = await clinic.as('anna').get('/config/counts?models=patientt');
      expectProblem(unknown, 400);
      expect(unknown.text).toContain('did you mean patient?');
    });
  });

  describe('7 Groups', () => {
    const clinic = useService('clinic', database);

    test.each(['chief', 'anna', 'bert', 'vera'])('of %s are of their lists', async (name) => {
      const who = clinic.as(name);
      const answer = await who.get('/config/groups?by=patient.risk,patient.insured,note.title');
      expect(answer.status, answer.text).toBe(200);
      const groups = answer.body as Record<string, { value: unknown; count: number }[]>;
      expect(Object.keys(groups)).toEqual(['patient.risk', 'patient.insured', 'note.title']);
      for (const { value, count } of groups['patient.risk']!) {
        const list = await who.get(`/patient?risk=${String(value)}&_end=0`);
        expect(count).toBe(Number(list.header('x-total-count')));
      }
      for (const { value } of groups['patient.insured']!) expect(typeof value).toBe('boolean');
      const counts = groups['note.title']!.map(({ count }) => count);
      expect(counts.length).toBeLessThanOrEqual(50);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    });

    test('refuse what a list would not be sorted by', async () => {
      const anna = clinic.as('anna');
      const by = (name: string) => anna.get(`/config/groups?by=${name}`);
      expectProblem(await clinic.anonymous.get('/config/groups?by=patient.risk'), 401);
      expectProblem(await by('user.status'), 403);
      for (const name of ['', 'risk', 'patient', 'patients.risk', 'patient.tags', 'specimen.data'])
        expectProblem(await by(name), 400);
      const hidden = await by('patient.diagnosis');
      expectProblem(hidden, 400);
      const unknown = await by('patient.diagnoses');
      expect(unknown.text).not.toContain('did you mean');
      const fields = ['short', 'long', 'body', 'empty', 'nothing', 'contact', 'link', 'amount'];
      const more = ['big', 'ratio', 'price', 'fee', 'active'];
      expect((await by(fields.map((name) => `specimen.${name}`).join())).status).toBe(200);
      const many = [...fields, ...more].map((name) => `specimen.${name}`);
      expectProblem(await by(many.join()), 400);
    });
  });

  describe('7 Recent', () => {
    const clinic = useService('clinic', database);

    test('records are the last of all lists, under their rules', async () => {
      const [anna, bert] = [clinic.as('anna'), clinic.as('bert')];
      const note = await anna.create('/note', { title: mark() });
      const device = await clinic.as('admin').create('/devices', { name: mark(), asset_code: 'a' });
      const recentOf = async (who: typeof anna) =>
        (await who.get('/config/recent?models=note,devices')).body as Row[];
      const rows = await recentOf(anna);
      const { id, _label, created_at, updated_at } = note;
      // The last of its minute stands for others of other tests.
      const told = { model: 'note', id, _label, created_at, updated_at };
      expect(rows).toContainEqual(expect.objectContaining(told));
      expect(rows.map(({ model, id: key }) => [model, key])).toContainEqual(['devices', device.id]);
      expect(rows.length).toBeLessThanOrEqual(10);
      const moments = rows.map((row) => String(row['updated_at']));
      expect(moments).toEqual(moments.toSorted().reverse());
      const others = (await recentOf(bert)).filter(({ model }) => model === 'note');
      expect(others.map((row) => row.id)).not.toContain(note.id);
      expectProblem(await anna.get('/config/recent?models=user'), 403);
      expectProblem(await anna.get('/config/recent'), 400);
      expectProblem(await anna.get('/config/recent?models=ward'), 400);
    });
  });

  test('7 Recent: records of one moment come by model and id, and the same ones each time', async () => {
    const service = await startService({ example: 'task-manager', database });
    const admin = await clientFor(service.url, ADMIN.username, ADMIN.password);
    const [projects, tasks]: [number[], number[]] = [[], []];
    for (let time = 0; time < 3; time++) {
      tasks.push((await admin.create('/task', { title: mark() })).id);
      projects.push((await admin.create('/project', { name: mark() })).id);
    }
    for (const table of ['task', 'project'])
      await runSql(service, `UPDATE ${table} SET updated_at = '2030-01-01 00:00:00.000'`);
    const recent = async (models: string) => {
      const { rows } = await admin.get(`/config/recent?models=${models}`);
      return rows.map(({ model, id }) => `${String(model)} ${id}`);
    };
    const named = (model: string, ids: readonly number[]) => ids.map((id) => `${model} ${id}`);
    for (let time = 0; time < 3; time++) {
      expect(await recent('task,project')).toEqual([
        ...named('task', tasks),
        ...named('project', projects),
      ]);
      expect(await recent('project,task')).toEqual([
        ...named('project', projects),
        ...named('task', tasks),
      ]);
    }

    // What an import writes within a minute is one of them, with what it has changed apart from what it has created.
    const written: number[] = [];
    for (let time = 0; time < 13; time++)
      written.push((await admin.create('/task', { title: mark() })).id);
    const listed = (ids: readonly number[]) =>
      ids.map((id) => `'${String(id).replaceAll("'", "''")}'`).join();
    const column = kindOfIds() === 'public' ? 'public_id' : 'id';
    const [changed, made] = [listed(written.slice(0, 3)), listed(written.slice(3))];
    await runSql(
      service,
      `UPDATE task SET updated_at = '2031-01-01 00:00:10.000', created_at = '2031-01-01 00:00:01.000' WHERE ${column} IN (${made})`,
    );
    await runSql(
      service,
      `UPDATE task SET updated_at = '2031-01-01 00:00:05.000' WHERE ${column} IN (${changed})`,
    );
    const { rows } = await admin.get('/config/recent?models=task,project');
    expect(rows.map(({ model, count }) => [model, count])).toEqual([
      ['task', 10],
      ...Array.from({ length: 9 }, (_, at) => [at < 6 ? 'task' : 'project', undefined]),
    ]);
  });

  describe('7 Rows', () => {
    const clinic = useService('clinic', database);
    const rowsOf = (who: ReturnType<typeof clinic.as>, ...asks: string[]) =>
      who.get(`/config/rows?${asks.map((ask) => `ask=${encodeURIComponent(ask)}`).join('&')}`);

    test.each(['anna', 'bert', 'vera'])('of %s are the first of their lists', async (name) => {
      const who = clinic.as(name);
      await clinic.as('anna').create('/note', { title: mark() });
      const asks = ['note?_sort=created_at&_order=DESC&_end=3', 'patient?risk=high', 'devices'];
      const answer = await rowsOf(who, ...asks);
      expect(answer.status, answer.text).toBe(200);
      const shown = ['created_at', 'id', kindOfIds() === 'parts' ? 'zone' : 'id'];
      const lists = await Promise.all(
        asks.map(async (ask, at) => {
          const rows = await who.list(
            `/${ask}${ask.includes('_end') ? '' : `${ask.includes('?') ? '&' : '?'}_end=10`}`,
          );
          return rows.map(({ id, _label, [shown[at]!]: value }) => ({
            id,
            _label,
            [shown[at]!]: value,
          }));
        }),
      );
      expect(answer.body).toEqual(lists);
      const { body } = await rowsOf(who, 'note?_end=1&_fields=title,created_at');
      for (const row of (body as [Row[]])[0])
        expect(Object.keys(row).sort()).toEqual(['_label', 'created_at', 'id', 'title']);
    });

    test('are refused where their list would be, and where there are too many', async () => {
      const anna = clinic.as('anna');
      expectProblem(await rowsOf(clinic.anonymous, 'note'), 401);
      expectProblem(await rowsOf(anna, 'note', 'user'), 403);
      const refused = ['notes', 'note?nothing=1', 'note?_sort=nothing', 'note?_end=11'];
      for (const ask of refused) expectProblem(await rowsOf(anna, ask), 400);
      expectProblem(await anna.get('/config/rows'), 400);
      expectProblem(await rowsOf(anna, ...Array.from({ length: 25 }, () => 'note')), 400);
      expectProblem(await rowsOf(anna, 'note?_sort=body'), 400);
      for (const name of ['nothing', 'body'])
        expectProblem(await rowsOf(anna, `note?_fields=${name}`), 400);
      // The same as of a field that does not exist.
      expectProblem(await rowsOf(anna, 'patient?_sort=diagnosis'), 400);
      expectProblem(await rowsOf(anna, 'patient?_fields=diagnosis'), 400);
    });
  });

  describe('7 Counts of related records', () => {
    const clinic = useService('clinic', database);

    test.each(['chief', 'anna', 'bert', 'vera'])('of %s are of their lists', async (name) => {
      const who = clinic.as(name);
      const own = await clinic.as('anna').create('/patient', {
        number: mark(),
        first_name: 'F',
        last_name: 'L',
      });
      for (const title of ['a', 'b'])
        await clinic.as('anna').create('/note', { title, patient_id: own.id });
      const path = '/patient?_count=notes,appointments&_sort=id&_order=DESC&_end=5';
      const patients = await who.list(path);
      for (const { id, _count } of patients) {
        const total = async (model: string) =>
          Number((await who.get(`/${model}?patient_id=${id}&_end=0`)).header('x-total-count'));
        expect(_count).toEqual({
          notes: await total('note'),
          appointments: await total('appointment'),
        });
      }
      if (name === 'anna') expect(patients[0]).toMatchObject({ id: own.id, _count: { notes: 2 } });
    });

    test('of a model that the caller may not list are refused, and not documented', async () => {
      const dora = clinic.as('dora');
      expectProblem(await dora.get('/patient?_count=invoices'), 400);
      expect((await clinic.as('anna').get('/patient?_count=invoices')).status).toBe(200);
      const countsIn = async (who: typeof dora) => {
        const { body } = await who.get('/openapi.json');
        const { paths } = body as Document;
        const parameter = paths['/patient']!.get.parameters.find(({ name }) => name === '_count');
        return parameter!.schema.items.enum;
      };
      expect(await countsIn(dora)).toEqual(['appointments', 'diaries', 'notes']);
      const all = ['appointments', 'diaries', 'invoices', 'notes'];
      expect(await countsIn(clinic.as('anna'))).toEqual(all);
    });

    test('of what refers to a record are in lists, and refused at the record itself', async () => {
      const anna = clinic.as('anna');
      const [{ id }] = (await anna.list('/patient?_end=1&_count=notes')) as [Row];
      const refused = expectProblem(await anna.get(`/patient/${id}?_count=notes`), 400);
      expect(JSON.stringify(refused)).toContain('_count is allowed with lists only');
    });
  });
});

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      { get: { parameters: { name?: string; schema: { items: { enum: string[] } } }[] } }
    >
  >;
}
