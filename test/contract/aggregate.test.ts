import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { mark, type Answer, type Client } from './http.js';
import { testOfNumbers } from './ids.js';
import { OpenDocument, type RawDocument, type Schema } from './open-document.js';
import { onEachDatabase, useService } from './use-service.js';

interface Group {
  readonly by: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly sum?: Readonly<Record<string, unknown>>;
  readonly max?: Readonly<Record<string, unknown>>;
}

const groupsOf = (answer: Answer): readonly Group[] => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Group[];
};

const totalOf = async (who: Client, path: string): Promise<number> =>
  Number((await who.get(path)).header('x-total-count'));

onEachDatabase((database) => {
  describe('3 Lists: figures', () => {
    const service = useService('task-manager', database);
    const clinic = useService('clinic', database);
    const admin = service.as('admin');
    const title = mark();
    beforeAll(async () => {
      const task = (status: string, hours: number, due: string | null) => ({
        ...{ title, status, planned_work_hours: hours, due_date: due },
      });
      await admin.post('/task', [
        task('todo', 0.25, '2026-01-31'),
        task('todo', 0.5, '2026-02-01'),
        task('done', 5, null),
      ]);
    });

    test('are of the records that the list has with the same filters', async () => {
      const answer = await admin.get(
        `/task/_aggregate?title=${title}&_by=status&_sum=planned_work_hours&_sort=-sum.planned_work_hours`,
      );
      expect(groupsOf(answer)).toEqual([
        { by: { status: 'done' }, count: 1, sum: { planned_work_hours: 5 } },
        { by: { status: 'todo' }, count: 2, sum: { planned_work_hours: 0.75 } },
      ]);
      expect(answer.header('x-total-count')).toBe('2');
      expect(answer.header('content-range')).toBe('items 0-2/2');
      const months = await admin.get(`/task/_aggregate?title=${title}&_by=due_date.month&_count`);
      expect(groupsOf(months)).toEqual([
        { by: { 'due_date.month': null }, count: 1 },
        { by: { 'due_date.month': '2026-01-01' }, count: 1 },
        { by: { 'due_date.month': '2026-02-01' }, count: 1 },
      ]);
      const [all] = groupsOf(await admin.get(`/task/_aggregate?q=${title}&status__ne=done`));
      expect(all).toEqual({ by: {}, count: 2 });
    });

    test('a day is that of the time zone', async () => {
      const days = async (zone: string) =>
        groupsOf(
          await admin.get(`/task/_aggregate?title=${title}&_by=created_at.day&_tz=${zone}`),
        ).map(({ by }) => by['created_at.day']);
      const [record] = await admin.list(`/task?title=${title}`);
      const moment = new Date(String(record!['created_at']));
      for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
        expect(await days(timeZone)).toEqual([format.format(moment)]);
      }
      expectProblem(await admin.get('/task/_aggregate?_by=created_at.day&_tz=%2B02:00'), 400);
    });

    test('have a path that takes GET alone, and a token', async () => {
      expectProblem(await service.anonymous.get('/task/_aggregate'), 401);
      const posted = await service.anonymous.post('/task/_aggregate', {});
      expectProblem(posted, 405);
      expect(posted.header('allow')).toBe('GET, HEAD, OPTIONS');
      expectProblem(await admin.get('/task/_aggregate/'), 404);
      expect((await admin.send('HEAD', '/task/_aggregate')).header('x-total-count')).toBe('1');
      expect((await admin.get('/api/task/_aggregate')).status).toBe(200);
    });

    test.each(['chief', 'anna', 'bert', 'both', 'vera', 'dora'])(
      'of %s have no more rows than the list',
      async (name) => {
        const who = clinic.as(name);
        for (const model of ['patient', 'note', 'appointment']) {
          const groups = groupsOf(await who.get(`/${model}/_aggregate?_by=tenant_id`));
          for (const { by, count } of groups) {
            const filter =
              by['tenant_id'] === null ? 'tenant_id__isnull=true' : `tenant_id=${by['tenant_id']}`;
            expect(count).toBe(await totalOf(who, `/${model}?${filter}&_end=0`));
          }
          const [all] = groupsOf(await who.get(`/${model}/_aggregate`));
          expect(all!.count).toBe(await totalOf(who, `/${model}?_end=0`));
        }
      },
    );

    test('of who may not read a field have none of it, and who may not list has none', async () => {
      const [chief, anna] = [clinic.as('chief'), clinic.as('anna')];
      const max = '/doctor/_aggregate?_max=salary';
      expect(groupsOf(await clinic.as('admin').get(max))[0]!.max).toHaveProperty('salary');
      expect((await chief.get(max)).status).toBe(200);
      for (const query of [
        '_max=salary',
        '_by=salary',
        '_sort=sum.salary',
        '_having=max.salary__gt:1',
      ])
        expectProblem(await anna.get(`/doctor/_aggregate?${query}`), 400);
      expectProblem(await clinic.as('nobody').get('/doctor/_aggregate'), 403);
      expectProblem(await anna.get('/user/_aggregate'), 403);
      for (const query of ['_by=password_hash', '_max=password_hash', '_by=username_key'])
        expectProblem(await clinic.as('admin').get(`/user/_aggregate?${query}`), 400);
    });

    test('of several lists come in one answer, each under its own rules', async () => {
      const asked = (...asks: readonly string[]) =>
        `/config/aggregates?${asks.map((ask) => `ask=${encodeURIComponent(ask)}`).join('&')}`;
      for (const name of ['chief', 'anna', 'vera']) {
        const who = clinic.as(name);
        const asks = [
          'patient?_by=risk&insured=true',
          'appointment?_by=starts_at.month',
          'patient',
        ];
        const answer = await who.get(asked(...asks));
        expect(answer.status, answer.text).toBe(200);
        const paths = asks.map((ask) => ask.replace(/^\w+/, '/$&/_aggregate'));
        const alone = await Promise.all(paths.map(async (path) => (await who.get(path)).body));
        expect(answer.body).toEqual(alone);
      }
      const anna = clinic.as('anna');
      expectProblem(await anna.get(asked('patient', 'user')), 403);
      expectProblem(await anna.get(asked('patient', 'doctor?_sum=salary')), 400);
      expectProblem(await anna.get(asked('patientt')), 400);
      expectProblem(await anna.get('/config/aggregates'), 400);
      const torn = await anna.get('/config/aggregates?ask=patient?_by=risk&_max=id');
      expect(expectProblem(torn, 400).problems).toMatchObject([{ field: '_max' }]);
      expectProblem(await anna.get(asked(...Array.from({ length: 25 }, () => 'patient'))), 400);
    });

    testOfNumbers('are documented as their reader may ask for them', async () => {
      const named = async (who: Client, path: string) => {
        const document = new OpenDocument((await who.get('/openapi.json')).body as RawDocument);
        const { parameters = [] } = document.operation('GET', `/${path}/_aggregate`);
        return Object.fromEntries(
          parameters.map(({ name, schema = {} }) => [name, wordsIn(document.follow(schema))]),
        );
      };
      const all = await named(clinic.as('admin'), 'doctor');
      expect(all['_sum']).toEqual(['user_id', 'ward_id', 'salary']);
      const some = await named(clinic.as('anna'), 'doctor');
      expect(some['_sum']).toEqual(['user_id', 'ward_id']);
      expect(some['_by']).not.toContain('salary');
      expect(some['_by']).toContain('created_at.quarter');
    });
  });
});

const wordsIn = ({ items }: Schema): readonly string[] | undefined =>
  (items as { readonly enum?: readonly string[] } | undefined)?.enum;
