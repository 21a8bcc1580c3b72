import { beforeEach, expect, test } from 'vitest';
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
  barsOf,
  shownModels,
  spreadsOf,
} from '../../../templates/features/dashboard/ui/dashboard/models';
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
  resources,
  accessControl: [],
  features: [HOME, OTHER],
});
const opened = (name: string, ...fields: FieldFact[]) =>
  ({ name, fields }) as unknown as OpenedResource;

beforeEach(() => {
  fakeService(() => ({ body: [] }));
  writeCached('user', { id: 1, roles: ['Admin'] });
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

test('charts show states before other values', () => {
  const color: FieldFact = { source: 'color', type: 'string', values: ['red'] };
  const kind: FieldFact = { source: 'kind', type: 'enum', values: ['a'] };
  const status: FieldFact = { source: 'status', type: 'string', values: ['open'] };
  const all = [opened('tag', color, kind), opened('order', color, status)];
  const charts = (mayRead: () => boolean) =>
    spreadsOf(all, mayRead).map(({ resource, fact }) => `${resource.name}.${fact.source}`);
  expect(charts(() => true)).toEqual(['order.status', 'tag.kind', 'tag.color', 'order.color']);
  expect(charts(() => false)).toEqual([]);
});

test('records without a value are no other value of a chart', () => {
  const bars = (groups: readonly { value: unknown; count: number }[], total: number) =>
    barsOf({ source: 'kind', type: 'string', values: ['part', 'other'] }, groups, total, {
      value: (value) => value.toUpperCase(),
      other: 'Other values',
      unset: 'Not set',
    }).map(({ label, count }) => `${label} ${count}`);
  const groups = [
    { value: 'part', count: 3 },
    { value: null, count: 2 },
    { value: '', count: 1 },
    { value: 'else', count: 4 },
  ];
  expect(bars(groups, 11)).toEqual(['PART 3', 'OTHER 0', 'Other values 5', 'Not set 3']);
  expect(bars(groups.slice(0, 2), 5)).toEqual(['PART 3', 'OTHER 0', 'Not set 2']);
  expect(bars([], 0)).toEqual(['PART 0', 'OTHER 0']);
});

test('with a single model its list is the first page', () => {
  expect(withStart(application(model('link'))).features).toEqual([
    { name: 'dashboard', texts: { en: {} } },
    OTHER,
  ]);
  const two = application(model('link'), model('tag'));
  expect(withStart(two)).toBe(two);
});
