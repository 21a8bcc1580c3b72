import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeCached } from '../../../templates/features/admin/ui/api/storage';
import {
  withStart,
  type Application,
  type AppResource,
  type FieldFact,
  type OpenedResource,
  type UiFeature,
} from '../../../templates/features/admin/ui/application';
import {
  bars,
  due,
  figure,
  low,
  series,
  type Card,
} from '../../../templates/features/admin/ui/cards';
import { forgetTenants, openTenants } from '../../../templates/features/admin/ui/api/tenants';
import {
  barsOf,
  daysLate,
  listOf,
  planOf,
  trendOf,
  valueOf,
} from '../../../templates/features/dashboard/ui/dashboard/cards';
import { moved, UNARRANGED } from '../../../templates/features/dashboard/ui/dashboard/arrangement';
import { comparedIn, stepsIn } from '../../../templates/features/dashboard/ui/dashboard/range';
import { shownModels } from '../../../templates/features/dashboard/ui/dashboard/models';
import { toldModels } from '../../../templates/features/dashboard/ui/dashboard/told-models';
import {
  lastMonths,
  sameDaysBefore,
  soFar,
} from '../../../templates/features/dashboard/ui/dashboard/periods';
import { changeText, shareText } from '../../../templates/features/dashboard/ui/dashboard/shares';
import { togetherWith } from '../../../templates/features/dashboard/ui/dashboard/together-with';
import { scaleOf } from '../../../templates/features/dashboard/ui/dashboard/series-card';
import {
  askAll,
  askOfModels,
} from '../../../templates/features/dashboard/ui/dashboard/use-overview';
import { parts } from '../../../templates/features/lines/ui/lines/parts';
import { fakeService } from './fake-service';

const Start = () => null;
const HOME = {
  name: 'dashboard',
  home: Start,
  menu: { to: '/' },
  texts: { en: {} },
} as unknown as UiFeature;
const OTHER = {
  name: 'report',
  menu: { to: '/report' },
  texts: { en: {} },
} as unknown as UiFeature;

const model = (name: string, dashboard?: AppResource['dashboard']) =>
  ({ name, ...(dashboard && { dashboard }) }) as AppResource;
const application = (...resources: AppResource[]): Application => ({
  title: '',
  icon: '',
  color: '#5551c9',
  resources,
  accessControl: [],
  features: [HOME, OTHER],
});
const FIELDS: readonly FieldFact[] = [
  { source: 'status', type: 'enum', values: ['open', 'paid', 'void'] },
  { source: 'paid', type: 'boolean' },
  { source: 'remark', type: 'string' },
  { source: 'issued_on', type: 'date' },
  { source: 'due_on', type: 'date' },
  { source: 'total', type: 'decimal', digits: 2 },
  { source: 'created_at', type: 'datetime' },
];
const opened = (name: string, ...dashboard: Card[]) =>
  ({ name, fields: FIELDS, dashboard }) as unknown as OpenedResource;
const toldOf = ({ resource, card }: { resource: OpenedResource; card: Card }) =>
  `${resource.name} ${card.kind}`;
/** A Thursday. */
const NOW = new Date(2026, 10, 26, 15);
const all = () => true;
const asksOf = (card: Card, mayRead: (resource: string, field: string) => boolean = all) => {
  const { figures, others } = planOf([opened('invoice', card)], mayRead, NOW);
  return [...figures, ...others].flatMap(({ asks, rows = [] }) => [...asks, rows].flat());
};

beforeEach(() => {
  fakeService(() => ({ body: [] }));
  writeCached('user', { id: 1, roles: ['Admin'] });
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterEach(() => {
  forgetTenants();
  vi.unstubAllEnvs();
});

test('a dashboard without room for all shows the important models, in the order of the menu', () => {
  const plain = Array.from({ length: 10 }, (_, at) => model(`plain${at}`));
  const all = [model('tag', 'last'), ...plain, model('line', 'last'), model('order', 'first')];
  expect(shownModels(application(...all)).map(({ name }) => name)).toEqual([
    'order',
    ...plain.map(({ name }) => name),
    'tag',
  ]);
});

test('a figure asks for this month so far, and for the same days of the last one', () => {
  expect(
    asksOf(figure('issued_on', { sum: 'total', filter: { status: ['open', 'paid'] } })),
  ).toEqual([
    'invoice?status=open&status=paid&issued_on__gte=2026-11-01&issued_on__lte=2026-11-26&_sum=total',
    'invoice?status=open&status=paid&issued_on__gte=2026-10-01&issued_on__lte=2026-10-26&_sum=total',
  ]);
  const [now] = asksOf(figure('created_at'));
  expect(decodeURIComponent(now!)).toBe(
    'invoice?created_at__gte=2026-10-31T23:00:00.000Z&created_at__lte=2026-11-26T22:59:59.999Z',
  );
});

test('what is low asks for how many there are, and for those with least, with what there should be', () => {
  const card = low('total', { filter: { total__lte_field: 'discount', paid__ne: true } });
  const asks = [
    'total__lte_field=discount&paid__ne=true',
    '&_sort=total&_end=5&_fields=total,discount',
  ];
  const model = opened('invoice', card);
  const known = { ...model, fields: [...FIELDS, { source: 'discount', type: 'decimal' }] } as const;
  const [planned] = planOf([known as unknown as OpenedResource], all, NOW).others;
  expect(planned!.asks).toEqual([`invoice?${asks[0]}`]);
  expect(decodeURIComponent(planned!.rows!)).toBe(`invoice?${asks.join('')}`);
  // A field that is gone, and one that the reader may not read, are those of its level, too.
  expect(planOf([model], all, NOW).others[0]!.missing).toBe('discount');
  const mayRead = (_: string, field: string) => field !== 'discount';
  expect(planOf([known as unknown as OpenedResource], mayRead, NOW).others).toEqual([]);
});

test('a month is compared with as much of a shorter one as there is', () => {
  expect(soFar(new Date(2026, 2, 31))).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(sameDaysBefore(new Date(2026, 2, 31))).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(sameDaysBefore(new Date(2026, 0, 5))).toEqual({ from: '2025-12-01', to: '2025-12-05' });
  expect(lastMonths(new Date(2026, 0, 31), 2)).toEqual([
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-31' },
  ]);
});

test('months of datetimes are those of the reader', () => {
  const [byDate] = asksOf(series('issued_on', { sum: 'total' }));
  expect(byDate).toBe(
    'invoice?issued_on__gte=2025-12-01&issued_on__lte=2026-11-30&_sum=total&_by=issued_on.month',
  );
  const [byMoment] = asksOf(series('created_at'));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(new URLSearchParams(byMoment!.split('?')[1]).get('_tz')).toBe(zone);
});

test('what is due is what is in none of the states that mean done, or in no state', () => {
  const open = 'invoice?status__ne=paid&status__ne=void';
  expect(asksOf(due('due_on', { done: { status: ['paid', 'void'] } }))).toEqual([
    `${open}&due_on__lte=2026-11-25`,
    `${open}&due_on__gte=2026-11-26&due_on__lte=2026-12-02`,
    `${open}&due_on__lte=2026-12-02&_sort=due_on&_end=5`,
  ]);
  const first = (done: Card) => asksOf(done)[0];
  expect(first(due('due_on', { done: { paid: true } }))).toBe(
    'invoice?paid__ne=true&due_on__lte=2026-11-25',
  );
  expect(first(due('due_on', { done: { remark: 'closed' } }))).toBe(
    'invoice?remark__ne=closed&due_on__lte=2026-11-25',
  );
  // A day on which it was done, and other conditions: their opposites.
  expect(first(due('due_on', { done: { created_at__isnull: false } }))).toBe(
    'invoice?created_at__isnull=true&due_on__lte=2026-11-25',
  );
  expect(first(due('due_on', { done: { total__lte: 0 } }))).toBe(
    'invoice?total__gt=0&due_on__lte=2026-11-25',
  );
  expect(first(due('due_on', { done: { status__in: ['paid', 'void'] } }))).toBe(
    'invoice?status__ne=paid&status__ne=void&due_on__lte=2026-11-25',
  );
});

test('without a state that means done nothing is late', () => {
  expect(asksOf(due('due_on', { filter: { status: 'open' } }))).toEqual([
    'invoice?status=open&due_on__gte=2026-11-26&due_on__lte=2026-12-02',
    'invoice?status=open&due_on__gte=2026-11-26&due_on__lte=2026-12-02&_sort=due_on&_end=5',
  ]);
  const days = ['2026-10-20', '2026-11-25', '2026-11-26', '2026-12-01'];
  // The clocks were put back in between.
  expect(days.map((day) => daysLate(day, NOW))).toEqual([37, 1, 0, 0]);
  // Midnight in Berlin.
  const moments = ['2026-11-25T22:59:00Z', '2026-11-25T23:00:00Z'];
  expect(moments.map((moment) => daysLate(moment, NOW))).toEqual([1, 0]);
});

test('what the user may not read is not asked for', () => {
  const mayRead = (_: string, field: string) => field !== 'total';
  expect(asksOf(figure('issued_on', { sum: 'total' }), mayRead)).toEqual([]);
  expect(asksOf(bars('status', { filter: { total__gte: 100 } }), mayRead)).toEqual([]);
  expect(asksOf(bars('status'), mayRead)).toEqual(['invoice?_by=status&_sort=-count']);
});

test('bars ask for the groups with the most of what they show, of which a page may not have all', () => {
  expect(asksOf(bars('remark'))).toEqual(['invoice?_by=remark&_sort=-count']);
  expect(asksOf(bars('remark', { sum: 'total' }))).toEqual([
    'invoice?_sum=total&_by=remark&_sort=-sum.total',
  ]);
});

test('a card that names a field of no model says so, and asks nothing', () => {
  const wrong = [bars('state'), due('due_on', { done: { state: 'paid' } })];
  const { others } = planOf([opened('invoice', ...wrong)], all, NOW);
  expect(others.map(({ missing, asks }) => [missing, asks])).toEqual([
    ['state', []],
    ['state', []],
  ]);
});

test('a dashboard asks for as many cards as one request takes, sums first', () => {
  const cards = [figure('created_at'), bars('status'), due('due_on', { done: { paid: true } })];
  const many = Array.from({ length: 12 }, (_, at) => opened(`model${at}`, ...cards));
  const sum = opened('invoice', figure('issued_on', { sum: 'total' }));
  const { figures, others } = planOf([...many, sum], all, NOW);
  expect(figures.map(({ resource }) => resource.name)).toEqual([
    ...['invoice', 'model0', 'model1', 'model2'],
  ]);
  expect(others.map(toldOf).slice(0, 3)).toEqual(['model0 due', 'model1 due', 'model2 due']);
  expect([...figures, ...others].flatMap(({ asks }) => asks).length).toBeLessThanOrEqual(24);
});

test('amounts come first, then what is due, then states, then numbers of records', () => {
  const owed = due('due_on', { sum: 'total', done: { paid: true } });
  const cards = [bars('status'), series('created_at'), due('due_on'), owed];
  const { others } = planOf(
    [opened('task', ...cards), opened('invoice', series('issued_on', { sum: 'total' }))],
    all,
    NOW,
  );
  expect(others.map(toldOf)).toEqual([
    ...['invoice series', 'task due', 'task due', 'task bars', 'task series'],
  ]);
  expect(others[1]!.card).toBe(owed);
});

test('what is owed is told in amounts, with whose it is', () => {
  const references: FieldFact[] = [
    { source: 'job_id', type: 'ref', reference: 'job' },
    { source: 'tenant_id', type: 'ref', reference: 'tenant', required: true },
    { source: 'customer_id', type: 'ref', reference: 'customer', required: true },
  ];
  const card = due('due_on', { sum: 'total', done: { paid: true } });
  const invoice = { ...opened('invoice', card), fields: [...FIELDS, ...references] };
  const questions = (mayRead: (resource: string, field: string) => boolean) =>
    planOf([invoice], mayRead, NOW).others.flatMap(({ asks, rows = [] }) => [...asks, rows].flat());
  expect(questions(all)).toEqual([
    'invoice?paid__ne=true&due_on__lte=2026-11-25&_sum=total',
    'invoice?paid__ne=true&_sum=total',
    'invoice?paid__ne=true&_sort=due_on&_end=5&_fields=total%2Ccustomer_id',
  ]);
  expect(questions((_, field) => field !== 'customer_id')[2]).toContain('_fields=total%2Cjob_id');
  expect(questions((_, field) => field !== 'total')).toEqual([]);
});

test('cards are of the tenant that the user works in', () => {
  const tenants = [1, 2].map((id) => ({ id, name: `Tenant ${id}` }));
  localStorage.setItem('chosen_tenant', JSON.stringify({ user: 1, tenant: 2 }));
  openTenants(1, [1, 2], {
    ...{
      tenants,
      fields: { invoice: 'tenant_id' },
      every_tenant: [],
      filled: {},
      required: {},
      by_name: {},
    },
  });
  expect(asksOf(bars('status'))).toEqual(['invoice?tenant_id=2&_by=status&_sort=-count']);
});

test('records without a value, and those with another one, have bars of their own', () => {
  const group = (status: unknown, count: number, total = 0) => ({
    by: { status },
    count,
    sum: { total },
  });
  const groups = [group('paid', 3, 9.5), group(null, 2), group('', 1), group('else', 4, 1)];
  const shown = (card: ReturnType<typeof bars>, some: typeof groups) =>
    barsOf(FIELDS[0]!, card, some).map(({ value, amount }) => [value, amount]);
  expect(shown(bars('status'), groups)).toEqual([
    ['open', 0],
    ['paid', 3],
    ['void', 0],
    [undefined, 4],
    [null, 3],
  ]);
  expect(shown(bars('status', { sum: 'total' }), groups.slice(0, 2))).toEqual([
    ['open', 0],
    ['paid', 9.5],
    ['void', 0],
    [null, 0],
  ]);
});

test('a field without listed values has bars of what most records have, a boolean of yes and no', () => {
  const shown = (type: FieldFact['type'], some: readonly (readonly [unknown, number])[]) =>
    barsOf(
      { source: 'of', type },
      bars('of'),
      some.map(([value, count]) => ({ by: { of: value }, count })),
    ).map(({ value, amount }) => [value, amount]);
  expect(shown('boolean', [[null, 1], [true, 2]])).toEqual([[true, 2], [false, 0], [null, 1]]); // prettier-ignore
  const many = Array.from({ length: 10 }, (_, at) => [at + 1, at + 1] as const);
  expect(shown('ref', many).slice(0, 2)).toEqual([[10, 10], [9, 9]]); // prettier-ignore
  expect(shown('ref', many).slice(-2)).toEqual([[3, 3], [undefined, 3]]); // prettier-ignore
});

test('a number is compared with the one before, where there was one', () => {
  expect([trendOf(12, 10), trendOf(5, 10), trendOf(5, -10), trendOf(5, 0)]).toEqual([
    ...[0.2, -0.5, 1.5, null],
  ]);
  expect(valueOf({ sum: 'total' }, { count: 1, sum: { total: '12' } })).toBe(12);
  expect([
    valueOf({ sum: 'total' }, { count: 0, sum: { total: null } }),
    valueOf({}, undefined),
  ]).toEqual([0, 0]);
});

test('a chart ends at a round number, and has room for losses', () => {
  expect([scaleOf([12, 53]).top, scaleOf([0]).top, scaleOf([380]).top]).toEqual([60, 1, 400]);
  const { placeOf } = scaleOf([100, -100]);
  expect([placeOf(100), placeOf(-100)]).toEqual([
    { height: '50%', bottom: '50%' },
    { height: '50%', bottom: '0%' },
  ]);
});

test('a card leads to the list of what it counts', () => {
  expect(listOf(opened('invoice'))).toBe('/invoice');
  const filter = { status: ['open'] };
  expect(listOf(opened('invoice'), filter)).toBe(
    `/invoice?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  );
});

test('one question that is refused leaves the others their answers', async () => {
  const asked = fakeService(({ url }) =>
    url.includes('secret')
      ? { status: 403, body: { status: 403, detail: 'Not for you' } }
      : { body: [[{ count: 1 }]] },
  );
  const answers = await askAll('aggregates', ['invoice?_by=status', 'secret']);
  expect(answers[0]).toEqual([{ count: 1 }]);
  expect((answers[1] as Error).message).toBe('Not for you');
  expect(asked.map(({ url }) => url.replace(/.*\?/, ''))).toEqual([
    'ask=invoice%3F_by%3Dstatus&ask=secret',
    'ask=invoice%3F_by%3Dstatus',
    'ask=secret',
  ]);
});

test('one question that the service has no time for leaves the others their answers', async () => {
  const problem = { status: 503, code: 'too-slow', detail: 'This took too long.' };
  const asked = fakeService(() => ({ body: [[{ count: 1 }], { status: 503, problem }] }));
  const [answer, late] = await askAll('aggregates', ['invoice?_by=status', 'task']);
  expect(answer).toEqual([{ count: 1 }]);
  expect(late).toMatchObject({ message: 'This took too long.', status: 503, body: problem });
  expect(asked).toHaveLength(1);
});

test('a service that is down is asked no further', async () => {
  const asked = fakeService(() => ({ status: 503, body: { status: 503, detail: 'Later' } }));
  await expect(askAll('rows', ['invoice', 'task'])).rejects.toThrow('Later');
  expect(asked).toHaveLength(1);
});

test('with a single model its list is the first page', () => {
  expect(withStart(application(model('link'))).features).toEqual([
    { name: 'dashboard', texts: { en: {} } },
    OTHER,
  ]);
  const two = application(model('link'), model('tag'));
  expect(withStart(two)).toBe(two);
});

test('of several lists one that is refused is left out', async () => {
  const asked = fakeService(({ url }) =>
    url.includes('own') ? { status: 400, body: {} } : { body: { task: 1 } },
  );
  expect(await askOfModels('counts', ['task', 'own'], { tenant: '3' })).toEqual([{ task: 1 }]);
  expect(asked.map(({ url }) => decodeURIComponent(url))).toEqual([
    '/api/config/counts?models=task,own&tenant=3',
    '/api/config/counts?models=task&tenant=3',
    '/api/config/counts?models=own&tenant=3',
  ]);
  fakeService(() => ({ status: 503, body: {} }));
  await expect(askOfModels('counts', ['task', 'own'])).rejects.toMatchObject({ status: 503 });
});

test('a share says 0% only of nothing, and 100% only of the whole', () => {
  const shares = [0, 13 / 60_000, 0.009, 0.01, 0.126, 0.99, 0.9999, 1];
  expect(shares.map(shareText)).toEqual([
    ...['0%', '<\u00a01%', '<\u00a01%', '1%', '13%', '99%', '>\u00a099%', '100%'],
  ]);
});

test('a change says that all is gone only where it is, and none only where there is none', () => {
  const changes = [
    -1, -0.9999, -0.999, -0.99, -0.5, -0.004, -0.0001, 0, 0.0002, 0.003, 0.2, 1.004, 12,
  ];
  expect(changes.map(changeText)).toEqual([
    ...['-100%', '-99.9%', '-99.9%', '-99%', '-50%', '-0.4%', '<\u00a00.1%', '0%'],
    ...['<\u00a00.1%', '+0.3%', '+20%', '+100%', '+1,200%'],
  ]);
});

test('a change of lines is told as one of their record', () => {
  const model = (name: string, lines?: OpenedResource['lines']) =>
    ({ name, timestamps: true, ...(lines && { lines }) }) as OpenedResource;
  const lines = [{ source: 'lines', reference: 'order_line', target: 'order_id' }];
  const names = (models: readonly OpenedResource[]) =>
    toldModels(models, parts).map(({ name }) => name);
  expect(names([model('order', lines), model('order_line'), model('part')])).toEqual([
    'order',
    'part',
  ]);
  const without = toldModels([model('order'), model('order_line')], undefined);
  expect(without.map(({ name }) => name)).toEqual(['order', 'order_line']);
  // Whoever does not see the record is told of its lines.
  expect(names([model('order_line')])).toEqual(['order_line']);
});

test('a record that is created with its lines is told as created, a later change as a change', () => {
  const change = { model: 'order', id: 1, _label: '7', updated_at: '2026-03-04T10:00:09.000Z' };
  const isNew = (created_at?: string, count?: number) =>
    togetherWith({ ...change, ...(created_at && { created_at }), ...(count && { count }) }).isNew;
  expect(isNew('2026-03-04T10:00:09.000Z')).toBe(true);
  expect(isNew('2026-03-04T10:00:08.993Z')).toBe(true);
  expect(isNew('2026-03-04T10:00:03.000Z')).toBe(false);
  expect(isNew('2026-03-04T10:00:03.000Z', 12)).toBe(true);
  expect(isNew()).toBe(false);
});

test('a range is compared with as much of the one before', () => {
  expect(comparedIn('days', NOW)).toEqual({
    now: { from: '2026-10-28', to: '2026-11-26' },
    before: { from: '2026-09-28', to: '2026-10-27' },
  });
  expect(comparedIn('quarter', NOW)).toEqual({
    now: { from: '2026-10-01', to: '2026-11-26' },
    before: { from: '2026-07-01', to: '2026-08-26' },
  });
  expect(comparedIn('quarter', new Date(2026, 4, 31)).before).toEqual({
    from: '2026-01-01',
    to: '2026-02-28',
  });
  expect(comparedIn('year', new Date(2028, 1, 29))).toEqual({
    now: { from: '2028-01-01', to: '2028-02-29' },
    before: { from: '2027-01-01', to: '2027-02-28' },
  });
});

test('a chart has days, weeks that begin on Mondays as those of the service, or months', () => {
  expect(stepsIn('days', NOW).periods).toHaveLength(30);
  expect(stepsIn('days', NOW).periods.at(-1)).toEqual({ from: '2026-11-26', to: '2026-11-26' });
  for (const day of [23, 26, 29]) {
    const { unit, periods } = stepsIn('quarter', new Date(2026, 10, day, 15));
    expect([unit, periods.length]).toEqual(['week', 13]);
    expect(periods.at(-1)).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(periods[0]).toEqual({ from: '2026-08-31', to: '2026-09-06' });
  }
  const { others } = planOf([opened('invoice', series('issued_on'))], all, NOW, {
    range: 'quarter',
  });
  expect(others[0]!.asks).toEqual([
    'invoice?issued_on__gte=2026-08-31&issued_on__lte=2026-11-29&_by=issued_on.week',
  ]);
});

test('cards stand where the reader has moved them, and those that are hidden make room for others', () => {
  const cards = [bars('status'), bars('paid'), bars('remark'), series('issued_on')];
  const plan = (arrangement = UNARRANGED) =>
    planOf([opened('invoice', ...cards)], all, NOW, { arrangement });
  const keysOf = ({ others }: ReturnType<typeof plan>) => others.map(({ key }) => key);
  const [status = '', paid = '', remark = '', made = ''] = keysOf(plan());
  const first = moved(UNARRANGED, [status, paid, remark, made], remark, 0);
  expect(keysOf(plan(first))).toEqual([remark, status, paid, made]);
  const last = moved(first, keysOf(plan(first)), status, 3);
  expect(keysOf(plan(last))).toEqual([remark, paid, made, status]);
  const hidden = plan({ ...last, hidden: [paid] });
  expect(keysOf(hidden)).toEqual([remark, made, status]);
  expect(hidden.hidden.map(({ key }) => key)).toEqual([paid]);
  // A card that has come since is behind those that were arranged.
  const later = planOf([opened('invoice', due('due_on'), ...cards)], all, NOW, {
    arrangement: last,
  });
  expect(later.others).toHaveLength(5);
  expect(later.others.at(-1)!.card.kind).toBe('due');
});
