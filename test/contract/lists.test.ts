import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from './expect-problem.js';
import { mark, query, type Row } from './http.js';
import { hasGivenIds, kindOfIds, noId, noIds, testOfNumbers } from './ids.js';
import { onEachDatabase, useService } from './use-service.js';

onEachDatabase((database) => {
  describe('3 Lists: pages', () => {
    const service = useService('task-manager', database);
    const admin = service.as('admin');
    let scope = '';
    let all: Row[] = [];

    beforeAll(async () => {
      const project = await admin.create('/project', { name: mark() });
      scope = `project_id=${project.id}`;
      all = [];
      for (let index = 0; index < 30; index += 1) {
        const status = ['todo', 'in_progress', 'done'][index % 3];
        all.push(
          await admin.create('/task', {
            title: `task ${String(index).padStart(2, '0')}`,
            status,
            priority: index < 15 ? 'low' : 'high',
            project_id: project.id,
          }),
        );
      }
    }, 60_000);

    test.each([
      ['', 0, 25, 'items 0-25/30'],
      ['_start=0', 0, 25, 'items 0-25/30'],
      ['_start=10', 10, 30, 'items 10-30/30'],
      ['_start=2', 2, 27, 'items 2-27/30'],
      ['_end=5', 0, 5, 'items 0-5/30'],
      ['_start=0&_end=10', 0, 10, 'items 0-10/30'],
      ['_end=12&_start=7', 7, 12, 'items 7-12/30'],
      ['_start=25&_end=50', 25, 30, 'items 25-30/30'],
      ['_start=5&_end=5', 5, 5, 'items 5-5/30'],
      ['_start=0&_end=0', 0, 0, 'items 0-0/30'],
      ['_start=30&_end=40', 30, 30, 'items 30-30/30'],
      ['_start=100&_end=110', 100, 100, 'items 100-100/30'],
      ['_start=40', 40, 40, 'items 40-40/30'],
      ['_start=0&_end=1000', 0, 30, 'items 0-30/30'],
      ['_start=29&_end=1029', 29, 30, 'items 29-30/30'],
      ['_start=1000000&_end=1000001', 1000000, 1000000, 'items 1000000-1000000/30'],
    ])('%s', async (page, start, end, range) => {
      const answer = await admin.get(`/task?${scope}&${page}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.ids).toEqual(all.slice(start, end).map((row) => row.id));
      expect(answer.header('content-range')).toBe(range);
      expect(answer.header('x-total-count')).toBe('30');
    });

    test('an empty result', async () => {
      const answer = await admin.get(`/task?${scope}&title=${mark()}`);
      expect(answer.rows).toEqual([]);
      expect(answer.header('content-range')).toBe('items 0-0/0');
      expect(answer.header('x-total-count')).toBe('0');
    });

    test.each([
      '_start=-1',
      '_end=-1',
      '_start=5&_end=4',
      '_start=a',
      '_start=1.5',
      '_end=1.0',
      '_start=1e1',
      '_start=0x10',
      '_start=%201',
      '_start=+1',
      '_start=',
      '_end=',
      '_end=null',
      '_end=Infinity',
      '_end=NaN',
      '_start=0&_start=1',
      '_start=1&_start=1',
      '_end=1&_end=2',
      '_start=%D9%A1',
      '_start=99999999999999999999&_end=99999999999999999999',
    ])('%s: 400', async (page) => {
      expectProblem(await admin.get(`/task?${page}`), 400);
    });

    test.each(['_end=1001', '_start=0&_end=1001', '_start=500&_end=1501'])(
      '%s is over the page size: 400 that names the limit',
      async (page) => {
        expect(expectProblem(await admin.get(`/task?${page}`), 400).detail).toContain('1000');
      },
    );

    test('repeated id without a page: all of them, beyond the default page', async () => {
      const answer = await admin.get(`/task${query({ id: all.map((row) => row.id) })}`);
      expect(answer.ids).toEqual(all.map((row) => row.id));
      expect(answer.header('content-range')).toBe('items 0-30/30');
    });

    test('repeated id with a page: that page', async () => {
      const ids = query({ id: all.map((row) => row.id) });
      const answer = await admin.get(`/task${ids}&_start=5&_end=10`);
      expect(answer.ids).toEqual(all.slice(5, 10).map((row) => row.id));
      expect(answer.header('content-range')).toBe('items 5-10/30');
    });

    test('a page beyond every row, and a thousand ids, are ordinary questions', async () => {
      const far = await admin.get(`/task?${scope}&_start=9007199254740990&_end=9007199254740991`);
      expect(far.rows).toEqual([]);
      // An address has room for so many.
      const ids = noIds({ uuids: 300, public: 300, texts: 100, parts: 1000 }[kindOfIds()!] ?? 1000);
      const [known] = all as [Row];
      expect((await admin.get(`/task?id__in=${known.id},${ids.join()}`)).ids).toEqual([known.id]);
      const few = ids.slice(0, 500);
      expect((await admin.get(`/task${query({ id: [known.id, ...few] })}`)).ids).toEqual([
        known.id,
      ]);
    });

    test('repeated id: unknown ones are left out, twice the same is once', async () => {
      const [one, two] = all.map((row) => row.id) as [number, number];
      const answer = await admin.get(`/task?id=${two}&id=${one}&id=${one}&id=${noId()}`);
      expect(answer.ids).toEqual([one, two]);
    });

    describe('_after', () => {
      const sort = '_sort=status,title&_order=DESC,ASC';

      test('walks the list that `_start` walks, with its place and no cursor at its end', async () => {
        const whole = await admin.get(`/task?${scope}&${sort}&_end=30`);
        expect(whole.headers).not.toHaveProperty('x-next-cursor');
        let after = '';
        for (const [start, end] of [
          [0, 12],
          [12, 24],
          [24, 30],
        ] as const) {
          const page = await admin.get(`/task?${scope}&${sort}&_end=12${after}`);
          expect(page.status, page.text).toBe(200);
          expect(page.ids).toEqual(whole.ids.slice(start, end));
          expect(page.header('content-range')).toBe(`items ${start}-${end}/30`);
          expect(page.header('x-total-count')).toBe('30');
          if (end === 30) expect(page.headers).not.toHaveProperty('x-next-cursor');
          else after = `&_after=${page.header('x-next-cursor')}`;
        }
      });

      test('is for one list: another sort, another model and `_start` are refused', async () => {
        const next = (await admin.get(`/task?${sort}&_end=1`)).header('x-next-cursor');
        const refused = async (path: string) => expectProblem(await admin.get(path), 400).detail;
        expect(await refused(`/task?_sort=title&_after=${next}`)).toContain('_sort and _order');
        expect(await refused(`/project?_after=${next}`)).toContain('_sort and _order');
        expect(await refused(`/task?${sort}&_start=1&_after=${next}`)).toContain(
          '_start and _after',
        );
        expect(await refused(`/task?${sort}&_after=${next}&_after=${next}`)).toContain('_after');
        expect(await refused(`/task?${sort}&_after=12`)).toContain('x-next-cursor');
      });

      test('opens nothing: a page behind it has the rows and fields of its reader', async () => {
        const mine = await admin.get(`/task?${scope}&_end=1`);
        const after = `_after=${mine.header('x-next-cursor')}`;
        expectProblem(await service.anonymous.get(`/task?${after}`), 401);
        const other = await admin.create('/project', { name: mark() });
        expect((await admin.get(`/task?project_id=${other.id}&${after}`)).ids).toEqual([]);
      });
    });

    describe('_sort, _order', () => {
      const by = (...keys: string[]): ((a: Row, b: Row) => number) => {
        return (a, b) => {
          for (const key of keys) {
            const [column, turn] = key.startsWith('-') ? [key.slice(1), -1] : [key, 1];
            const [x, y] = [a[column] as string, b[column] as string];
            if (x !== y) return x < y ? -turn : turn;
          }
          return a.id - b.id;
        };
      };

      test.each([
        ['_sort=title', ['title']],
        ['_sort=title&_order=ASC', ['title']],
        ['_sort=title&_order=asc', ['title']],
        ['_sort=title&_order=DESC', ['-title']],
        ['_sort=title&_order=desc', ['-title']],
        ['_sort=title&_order=Desc', ['-title']],
        ['_sort=id&_order=DESC', ['-id']],
        ['_sort=status,title', ['status', 'title']],
        ['_sort=status,title&_order=DESC,ASC', ['-status', 'title']],
        ['_sort=status,title&_order=asc,desc', ['status', '-title']],
        ['_sort=status,title&_order=DESC', ['-status', '-title']],
        ['_sort=priority,status,title&_order=DESC,ASC,DESC', ['-priority', 'status', '-title']],
        ['_sort=project_id,title&_order=ASC,DESC', ['-title']],
      ])('%s', async (sort, keys) => {
        const answer = await admin.get(`/task?${scope}&_end=30&${sort}`);
        expect(answer.status, answer.text).toBe(200);
        const ids = [...all].sort(by(...keys)).map((row) => row.id);
        expect(answer.ids).toEqual(ids);
      });

      test.each(['status', 'priority', 'due_date', 'created_at', 'project_id', 'priority,status'])(
        'paging by %s is stable: every row once',
        async (column) => {
          for (const order of ['ASC', 'DESC']) {
            const seen: number[] = [];
            for (let start = 0; start < 30; start += 7) {
              const page = `_start=${start}&_end=${start + 7}&_sort=${column}&_order=${order}`;
              seen.push(...(await admin.get(`/task?${scope}&${page}`)).ids);
            }
            expect(seen.length).toBe(30);
            expect(new Set(seen).size).toBe(30);
          }
        },
      );

      test.each([
        '_sort=nope',
        '_sort=Title',
        '_sort=TITLE',
        '_sort=title,nope',
        '_sort=title,',
        '_sort=title;status',
        '_sort=_label',
        '_sort=project',
        '_sort=subtasks',
        '_sort=project.name',
        '_sort=task.title',
        '_sort="title"',
        '_sort=-title',
        '_sort=title%20desc',
        '_sort=__proto__',
        '_sort=constructor',
        '_sort=toString',
        '_sort=1',
        '_sort=title&_order=sideways',
        '_sort=title&_order=ASC,DESC',
        '_sort=title,status,id&_order=ASC,DESC',
        '_sort=title,status&_order=ASC,',
      ])('%s: 400', async (sort) => {
        expectProblem(await admin.get(`/task?${sort}`), 400);
      });
    });

    describe('filters', () => {
      test('several columns: all of them hold', async () => {
        const rows = await admin.list(`/task?${scope}&status=done&priority=low`);
        expect(rows.map((row) => row.id)).toEqual(
          all.filter((r) => r.status === 'done' && r.priority === 'low').map((row) => row.id),
        );
      });

      test('the total counts the filtered rows, whatever the page', async () => {
        const answer = await admin.get(`/task?${scope}&status=done&_start=2&_end=4`);
        expect(answer.header('x-total-count')).toBe('10');
        expect(answer.header('content-range')).toBe('items 2-4/10');
      });

      test('one column several times: any of them', async () => {
        const answer = await admin.get(`/task?${scope}&status=done&status=todo`);
        expect(answer.header('x-total-count')).toBe('20');
      });

      test.each(['_foo=1', '_=123', '__proto__=1', '_page=2', '_start[]=x', '__proto__[a]=1'])(
        '%s is reserved and ignored',
        async (extra) => {
          const answer = await admin.get(`/task?${scope}&${extra}`);
          expect(answer.header('x-total-count')).toBe('30');
        },
      );

      test.each([
        'nope=1',
        'Title=x',
        'TITLE=x',
        'title%20=x',
        'title[]=x',
        'title[a]=x',
        'title.x=1',
        'task.title=x',
        'project=1',
        'project.name=x',
        'subtasks=1',
        'constructor=1',
        'toString=1',
        'hasOwnProperty=1',
        'nope__ilike=x',
        'title__nope=x',
        'title__ILIKE=x',
        'title__=x',
        'title__ilike__ilike=x',
        'title_gt=x',
        'title_nope=x',
        '__ilike=x&ilike=x',
        'page=1',
        'limit=1',
        'id__proto__=1',
        '=x',
      ])('%s is no column: 400', async (filter) => {
        expectProblem(await admin.get(`/task?${filter}`), 400);
      });

      test('the 400 names the parameter and the nearest column', async () => {
        const problem = expectProblem(await admin.get('/task?titel=x'), 400);
        expect(Object.keys(problem.errors ?? {})).toEqual(['titel']);
        expect(problem.detail + JSON.stringify(problem.errors)).toContain('title');
      });

      test('all wrong parameters are named at once', async () => {
        const problem = expectProblem(await admin.get('/task?nope=1&due_date=x&_sort=zzz'), 400);
        expect(Object.keys(problem.errors ?? {}).sort()).toEqual(['_sort', 'due_date', 'nope']);
      });
    });
  });

  describe('3 Lists: text', () => {
    const service = useService('task-manager', database);
    const admin = service.as('admin');
    let scope = '';
    const titles = [
      'Zeta',
      'alpha',
      'zeta',
      'Äpfel',
      'äpfel',
      'ÉTÉ',
      'ete',
      'Αθήνα',
      'Москва',
      '\uFFFDend',
      '😀 smile',
      '100%',
      '1000',
      'a_b',
      'axb',
      'back\\slash',
      "o'clock",
      '"quoted"',
      'ſtrange',
      'İstanbul',
      'Straße',
      '\u{10400}\u{10401}x',
      '',
    ];
    const described = ['', null, 'x'];

    beforeAll(async () => {
      const project = await admin.create('/project', { name: mark() });
      scope = `project_id=${project.id}`;
      for (const [index, title] of titles.entries()) {
        const body = { title: title || 'no text', description: described[index % 3] };
        await admin.create('/task', { ...body, project_id: project.id, status: title });
      }
    }, 60_000);

    const find = async (pairs: Record<string, string | string[]>): Promise<unknown[]> =>
      (await admin.list(`/task${query(pairs)}&${scope}&_end=100`)).map((row) => row.status);

    test('sorts by code point, not by UTF-16 unit or locale', async () => {
      const points = (text: string): number[] => [...text].map((one) => one.codePointAt(0) ?? 0);
      const compare = (a: string, b: string): number => {
        const [x, y] = [points(a), points(b)];
        for (let at = 0; at < Math.min(x.length, y.length); at += 1)
          if (x[at] !== y[at]) return (x[at] ?? 0) - (y[at] ?? 0);
        return x.length - y.length;
      };
      expect(await find({ _sort: 'status' })).toEqual([...titles].sort(compare));
      expect(await find({ _sort: 'status', _order: 'DESC' })).toEqual(
        [...titles].sort(compare).reverse(),
      );
    });

    test('ranges compare by code point', async () => {
      expect(await find({ status__gte: 'zeta', _sort: 'status' })).toEqual([
        'zeta',
        'Äpfel',
        'ÉTÉ',
        'äpfel',
        'İstanbul',
        'ſtrange',
        'Αθήνα',
        'Москва',
        '\uFFFDend',
        '\u{10400}\u{10401}x',
        '😀 smile',
      ]);
      expect((await find({ status__gt: '\uFFFDend' })).length).toBe(2);
      expect(await find({ status__lt: '1' })).toEqual(['"quoted"', '']);
      expect(await find({ status__lte: '' })).toEqual(['']);
    });

    test.each<[string, string[]]>([
      ['ZETA', ['Zeta', 'zeta']],
      ['äP', ['Äpfel', 'äpfel']],
      ['ÄP', ['Äpfel', 'äpfel']],
      ['été', ['ÉTÉ']],
      ['ete', ['ete']],
      ['ΑΘΉΝΑ', ['Αθήνα']],
      ['αθήνα', ['Αθήνα']],
      ['МОСК', ['Москва']],
      ['ква', ['Москва']],
      ['%', ['100%']],
      ['0%', ['100%']],
      ['a_b', ['a_b']],
      ['_', ['a_b']],
      ['\\', ['back\\slash']],
      ['K\\S', ['back\\slash']],
      ["O'C", ["o'clock"]],
      ['"Q', ['"quoted"']],
      ['😀', ['😀 smile']],
      ['İSTAN', ['İstanbul']],
      ['STRAẞE', ['Straße']],
      ['\u{10428}\u{10429}X', ['\u{10400}\u{10401}x']],
      ['[a-z]', []],
      ['*', []],
    ])('ilike %s', async (text, expected) => {
      expect((await find({ status__ilike: text })).sort()).toEqual([...expected].sort());
      expect((await find({ status_like: text })).sort()).toEqual([...expected].sort());
    });

    test('an ilike with nothing holds for every text, not for null', async () => {
      expect((await find({ status__ilike: '' })).length).toBe(titles.length);
      const texts = titles.filter((_, index) => described[index % 3] !== null);
      expect((await find({ description__ilike: '' })).length).toBe(texts.length);
    });

    test.each<[string, string[]]>([
      ['z', ['zeta']],
      ['Z', ['Zeta']],
      ['Ä', ['Äpfel']],
      ['100', ['100%', '1000']],
      ['100%', ['100%']],
      ['a_', ['a_b']],
      ['back\\', ['back\\slash']],
      ['eta', []],
    ])('startswith %s knows the case and no wildcards', async (text, expected) => {
      expect((await find({ status__startswith: text })).sort()).toEqual([...expected].sort());
    });

    test('equality of text is exact', async () => {
      expect(await find({ status: 'zeta' })).toEqual(['zeta']);
      expect(await find({ status: 'ZETA' })).toEqual([]);
      expect(await find({ status: 'zeta ' })).toEqual([]);
      expect(await find({ status: "o'clock" })).toEqual(["o'clock"]);
      expect(await find({ status: "' OR 1=1 --" })).toEqual([]);
      expect(await find({ status: ['zeta', 'Zeta', 'nope'] })).toEqual(['Zeta', 'zeta']);
    });

    test('an empty value on text is the empty text, not null', async () => {
      expect((await find({ status: '' })).length).toBe(1);
      const empties = titles.filter((_, index) => described[index % 3] === '');
      expect((await find({ description: '' })).length).toBe(empties.length);
    });

    test('ne is the complement: null rows included', async () => {
      const rest = titles.filter((_, index) => described[index % 3] !== 'x');
      expect((await find({ description__ne: 'x' })).length).toBe(rest.length);
      expect((await find({ description_ne: 'x' })).length).toBe(rest.length);
      const nulls = titles.filter((_, index) => described[index % 3] === null);
      expect((await find({ description__ne: ['x', ''] })).length).toBe(nulls.length);
    });

    test('isnull', async () => {
      const nulls = titles.filter((_, index) => described[index % 3] === null);
      expect((await find({ description__isnull: 'true' })).length).toBe(nulls.length);
      expect((await find({ description__isnull: 'false' })).length).toBe(
        titles.length - nulls.length,
      );
    });

    test.each(['maybe', '1', 'TRUE', ''])('isnull=%s: 400', async (value) => {
      expectProblem(await admin.get(`/task?description__isnull=${value}`), 400);
    });

    test('null sorts first ascending, last descending', async () => {
      const nulls = titles.filter((_, index) => described[index % 3] === null).length;
      const path = `/task?${scope}&_end=100&_sort=description`;
      const up = (await admin.list(path)).map((row) => row.description);
      expect(up.slice(0, nulls).every((one) => one === null)).toBe(true);
      expect(up[nulls]).toBe('');
      const down = (await admin.list(`${path}&_order=DESC`)).map((row) => row.description);
      expect(down.slice(-nulls).every((one) => one === null)).toBe(true);
      expect(down[0]).toBe('x');
    });

    test('in takes a comma list', async () => {
      expect((await find({ status__in: 'zeta,Zeta,nope' })).sort()).toEqual(['Zeta', 'zeta']);
      expect(await find({ status__in: 'nope' })).toEqual([]);
    });

    test.each([
      'title=%00',
      'title=a%00b',
      'title__ilike=%00',
      'title__startswith=%00',
      'title__ne=%00',
      'title__in=a,%00',
      'title__gt=%00',
      'q=%00',
    ])('%s holds NUL: 400', async (filter) => {
      expectProblem(await admin.get(`/task?${filter}`), 400);
    });

    test('q finds in the searched fields (title, name, description), any case', async () => {
      const word = mark();
      const wanted = [
        await admin.create('/task', { title: `A ${word.toUpperCase()} B` }),
        await admin.create('/task', { title: 'x', description: `see ${word}.` }),
      ];
      await admin.create('/task', { title: 'x', priority: word });
      const answer = await admin.get(`/task?q=${word}`);
      expect(answer.ids).toEqual(wanted.map((row) => row.id));
      expect(answer.header('x-total-count')).toBe('2');
      expect((await admin.get(`/task?q=${word}&title=x`)).ids).toEqual([wanted[1]?.id]);
      expect((await admin.get(`/task?q=${word}&_start=1&_end=2`)).ids).toEqual([wanted[1]?.id]);
    });

    test('q takes its text as it is', async () => {
      const word = mark();
      const { id } = await admin.create('/task', { title: `${word} 50% a_b \\` });
      await admin.create('/task', { title: `${word} 500 axb` });
      for (const text of [`${word} 50%`, '50% a_b \\'])
        expect((await admin.get(`/task${query({ q: text })}`)).ids).toContain(id);
      expect((await admin.get(`/task${query({ q: `${word} 50%` })}`)).ids).toEqual([id]);
    });
  });

  describe('3 Lists: typed columns', () => {
    const service = useService('clinic', database);
    const admin = service.as('admin');
    const group = mark();
    const rows: Row[] = [];
    const uuid = crypto.randomUUID();

    beforeAll(async () => {
      const bodies = [
        {
          amount: 1,
          big: '9223372036854775807',
          ratio: 1.5,
          price: 1.5,
          active: true,
          taken_on: '2026-03-04',
          taken_time: '05:06:07',
          taken_at: '2026-03-04T05:06:07.089Z',
          external: uuid,
          shade: '#1E88E5',
          data: { a: 1 },
          kind: 'blood',
          level: 3,
          level_gte: 5,
          color: 'red',
          color_like: 'ed',
        },
        {
          amount: 2,
          big: '-5',
          ratio: 29,
          price: 10,
          active: false,
          taken_on: '2025-12-31',
          taken_time: '23:00:00',
          taken_at: '2025-12-31T23:30:00.000Z',
          external: crypto.randomUUID(),
          shade: '#abc',
          data: [],
          kind: 'urine',
          level: 7,
          level_gte: 1,
          color: 'ed',
          color_like: 'red',
        },
        {},
      ];
      rows.length = 0;
      for (const body of bodies) rows.push(await admin.create('/specimen', { group, ...body }));
    }, 60_000);

    test.each<[string, number[]]>([
      ['amount=1', [0]],
      ['amount=1&amount=2', [0, 1]],
      ['amount=', [2]],
      ['amount=&amount=1', [0, 2]],
      ['amount__ne=1', [1, 2]],
      ['amount_ne=1', [1, 2]],
      ['amount__ne=', [0, 1]],
      ['amount__ne=1&amount__ne=2', [2]],
      ['amount__gt=1', [1]],
      ['amount__gte=1', [0, 1]],
      ['amount_gte=2', [1]],
      ['amount__lt=2', [0]],
      ['amount__lte=2', [0, 1]],
      ['amount_lte=1', [0]],
      ['amount__gt=0&amount__lt=2', [0]],
      ['amount__in=1,2,77', [0, 1]],
      ['amount__isnull=true', [2]],
      ['amount__isnull=false', [0, 1]],
      ['amount__ilike=1', [0]],
      ['big=9223372036854775807', [0]],
      ['big=9223372036854775806', []],
      ['big__gt=9223372036854775806', [0]],
      ['big__lt=0', [1]],
      ['big__in=-5,9', [1]],
      ['big__ilike=775807', [0]],
      ['ratio=1.5', [0]],
      ['ratio=1.50', [0]],
      ['ratio=29', [1]],
      ['ratio=29.0', [1]],
      ['ratio__gt=1.5', [1]],
      ['ratio__ilike=29', [1]],
      ['ratio__ilike=29.0', []],
      ['ratio__ilike=1.5', [0]],
      ['price=1.5', [0]],
      ['price=1.5000', [0]],
      ['price__gt=9.5', [1]],
      ['price__lte=10', [0, 1]],
      ['price__ilike=1.5', [0]],
      ['price__ilike=.50', []],
      ['price__ilike=10.', []],
      ['price__lt_field=ratio', [1]],
      ['price__lte_field=ratio', [0, 1]],
      ['amount__lt_field=ratio', [0, 1]],
      ['big__lt_field=amount', [1]],
      ['big__lt_field=amount&amount__lt_field=big', []],
      ['active=true', [0]],
      ['active=false', [1]],
      ['active=', [2]],
      ['active__ne=true', [1, 2]],
      ['active=true&active=false', [0, 1]],
      ['active__isnull=true', [2]],
      ['taken_on=2026-03-04', [0]],
      ['taken_on=', [2]],
      ['taken_on__gte=2026-01-01', [0]],
      ['taken_on_lte=2025-12-31', [1]],
      ['taken_on__in=2025-12-31,2026-03-04', [0, 1]],
      ['taken_on__ilike=-12-', [1]],
      ['taken_time=05:06:07', [0]],
      ['taken_time__gt=12:00:00', [1]],
      ['taken_time__ilike=:06:', [0]],
      ['taken_at=2026-03-04T05:06:07.089Z', [0]],
      ['taken_at=2026-03-04T07:06:07.089%2B02:00', [0]],
      ['taken_at=2026-03-04T05:06:07.088Z', []],
      ['taken_at__lt=2026-01-01T00:00:00Z', [1]],
      ['taken_at__gte=2026-01-01T00:30:00%2B01:00', [0, 1]],
      ['taken_at__ilike=T05:06:07.089Z', [0]],
      [`external=${uuid}`, [0]],
      [`external__ilike=${uuid.slice(3, 12)}`, [0]],
      ['shade=%231e88E5', [0]],
      ['shade=%23ABC', [1]],
      ['shade=', [2]],
      ['shade__in=%231e88e5,%23aabbcc', [0, 1]],
      ['shade__ne=%23abc', [0, 2]],
      ['shade__ilike=88E', [0]],
      ['shade__gt=%231e88e5', [1]],
      [`data=${encodeURIComponent(' {"a":1e0} ')}`, [0]],
      ['data=[]', [1]],
      ['data=[]&data=%7B%22a%22:1%7D', [0, 1]],
      ['data=%7B%22a%22:%221%22%7D', []],
      ['data=', [2]],
      ['data=null', [2]],
      ['data__ne=[]', [0, 2]],
      ['data_ne=null', [0, 1]],
      ['data__isnull=true', [2]],
      ['kind=blood', [0]],
      ['kind=nope', []],
      ['kind__in=blood,urine', [0, 1]],
      ['kind__ne=blood', [1, 2]],
      // A column whose real name looks like an alias wins.
      ['level_gte=5', [0]],
      ['level_gte__gte=1', [0, 1]],
      ['level_gte_gte=2', [0]],
      ['level__gte=5', [1]],
      ['level_lte=3', [0]],
      ['color_like=red', [1]],
      ['color_like_like=e', [0, 1]],
      ['order=', [0, 1, 2]],
      ['created_at__gt=2020-01-01T00:00:00Z', [0, 1, 2]],
      ['created_at__lt=2020-01-01T00:00:00Z', []],
    ])('%s', async (filter, expected) => {
      const answer = await admin.get(`/specimen?${filter}&group=${group}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.ids).toEqual(expected.map((index) => rows[index]?.id));
    });

    test.each([
      'amount=x',
      'amount=1.5',
      'amount=1e0',
      'amount=0x1',
      'amount=%201',
      'amount=99999999999999999999',
      'amount=null',
      'amount=1&amount=x',
      'amount__gt=x',
      'amount__gt=',
      'amount__ne=x',
      'amount__in=1,x',
      'amount_gte=x',
      'amount_lte=1,2',
      // What is given as a text may be any.
      ...(hasGivenIds() ? [] : ['id=x', 'id=1.0', 'id=9007199254740993']),
      'big=1.5',
      'big=x',
      'big=9223372036854775808',
      'ratio=x',
      'ratio=NaN',
      'ratio=Infinity',
      'ratio=1e999',
      'price=1,5',
      'active=1',
      'active=yes',
      'active=TRUE',
      'active__ilike=t',
      'active_like=t',
      'data=a',
      'data=%7Ba:1%7D',
      'data=1e999',
      'data=1,2',
      'data=%22%5Cu0000%22',
      'data__in=1',
      'data__gt=1',
      'data__ilike=a',
      'data_like=a',
      'taken_on=2026-02-30',
      'taken_on=2026-3-4',
      'taken_on=2026-03-04T00:00:00Z',
      'taken_on__gte=yesterday',
      'taken_time=25:00:00',
      'taken_time=5',
      'taken_at=2026-03-04',
      'taken_at=2026-03-04T05:06:07',
      'taken_at=2026-13-04T05:06:07Z',
      'taken_at__gt=x',
      'external=x',
      'external=123e4567-e89b-12d3-a456-42661417400',
      'created_at=x',
      'amount__lt_field=3',
      'amount__lt_field=nothing',
      'amount__lt_field=taken_on',
      'taken_on__lte_field=external',
    ])('%s cannot be held by the column: 400', async (filter) => {
      const name = filter.slice(0, filter.indexOf('='));
      const problem = expectProblem(await admin.get(`/specimen?${filter}`), 400);
      expect(Object.keys(problem.errors ?? {})).toEqual([name]);
    });

    testOfNumbers('a big integer that no row has is just not found', async () => {
      expect((await admin.get('/specimen?amount=3000000000')).rows).toEqual([]);
      expect((await admin.get('/specimen?id=9007199254740991')).rows).toEqual([]);
      expect((await admin.get('/specimen?amount__gt=9007199254740990')).rows).toEqual([]);
    });

    test.each([
      ['amount', [2, 0, 1]],
      ['big', [2, 1, 0]],
      ['ratio', [2, 0, 1]],
      ['price', [2, 0, 1]],
      ['active', [2, 1, 0]],
      ['taken_on', [2, 1, 0]],
      ['taken_time', [2, 0, 1]],
      ['taken_at', [2, 1, 0]],
      ['shade', [2, 0, 1]],
      ['order', [0, 1, 2]],
    ])('sorts by %s by value, null first', async (column, expected) => {
      const path = `/specimen?group=${group}&_sort=${column}`;
      expect((await admin.get(path)).ids).toEqual(expected.map((index) => rows[index]?.id));
    });

    test('many-to-many and relations are no columns', async () => {
      const anna = service.as('anna');
      for (const filter of ['appointments=1', 'doctor=1', 'tenant=1', 'doctor.name=x'])
        expectProblem(await anna.get(`/patient?${filter}`), 400);
      expectProblem(await anna.get('/patient?_sort=tags'), 400);
    });

    test('q finds a record by its label, whose words may be in any field and any order', async () => {
      const anna = service.as('anna');
      const [last_name, first_name, other] = [mark(), mark(), mark()];
      const of = async (q: string) => (await anna.get(`/patient${query({ q })}`)).ids;
      const person = { number: mark(), first_name, last_name };
      const { id, _label } = await anna.create('/patient', person);
      await anna.create('/patient', { ...person, number: mark(), first_name: other });
      expect(_label).toBe(`${last_name}, ${first_name}`);
      for (const q of [
        _label as string,
        `${first_name} ${last_name}`,
        `"${first_name}" ${last_name}`,
      ])
        expect(await of(q), q).toEqual([id]);
      expect(await of(`"${_label as string}"`)).toEqual([]);
      expect(await of(`${first_name} ${other}`)).toEqual([]);
      // More than eight words are a text of their own.
      expect(await of(`${last_name} ${first_name} a e i o u y x`)).toEqual([]);
    });

    test('q of a model that is not registered searches all its text', async () => {
      const word = mark();
      const found = await admin.create('/specimen', { body: `x ${word} y` });
      const other = await admin.create('/specimen', { hint: word });
      expect((await admin.get(`/specimen?q=${word}`)).ids).toEqual([found.id, other.id]);
    });

    test('q finds strings whose values are enforced, by their text', async () => {
      const found = await admin.create('/specimen', { kind: 'urine', grade: 'a' });
      const other = await admin.create('/specimen', { kind: 'blood', grade: 'b' });
      const of = (text: string) => admin.get(`/specimen?id__in=${found.id},${other.id}&q=${text}`);
      expect((await of('URI')).ids).toEqual([found.id]);
      expect((await of('b')).ids).toEqual([other.id]);
    });
  });
});
