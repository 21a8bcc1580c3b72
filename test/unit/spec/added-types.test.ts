import { expect, it } from 'vitest';
import { checkSpec } from '../../../src/spec/check.js';
import { parseSpec } from '../../support/parse-spec.js';

function problemsOf(field: string): string[] {
  const { spec, problems } = parseSpec(
    'models.yaml',
    `models: { Host: { fields: { a: '${field}' } } }`,
  );
  return [...problems, ...checkSpec(spec).problems].map(({ code, help }) => `${code}: ${help}`);
}

it.each([
  'native=inet:required:unique',
  'native=time with time zone',
  'native=bit varying(8):index',
  'native=geometry(Point,4326)',
  'native=public."Mood"',
  'native=numeric(38,10)[]',
  'native=interval day to second(3)',
  'exact',
  'exact=1000,1000',
  'exact=30,10:index:unit=EUR:min=-0.5:default=12345678901234567890.5',
  'bytes',
  'bytes=64mb:read=Admin',
  'file',
  'file=5000mb:required',
  'image=2mb:write=Admin',
])('takes %s', (field) => {
  expect(problemsOf(field)).toEqual([]);
});

it.each([
  ['native', 'missing-value', '`native` needs a type of PostgreSQL: `native=inet`'],
  ['native=timetz', 'bad-native', 'write `native=time with time zone`'],
  ['native=varbit(8)', 'bad-native', 'write `native=bit varying(8)`'],
  ['native=text', 'bad-native', 'write `text`'],
  ['native=jsonb', 'bad-native', 'write `json`'],
  ['native=inet;drop', 'bad-native', 'write it as `format_type` prints it'],
  ['native=point:unique', 'modifier-not-for-type', 'remove `unique`'],
  ['native=xml:index', 'modifier-not-for-type', 'remove `index`'],
  ['native=inet:key', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['native=inet:max=3', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['exact=1001,2', 'bad-decimal', 'write `exact=30,10`'],
  ['exact=30,31', 'bad-decimal', 'write `exact=30,10`'],
  ['exact=many', 'bad-decimal', 'write `exact=30,10`'],
  ['exact=4,2:default=1.234', 'bad-default', 'change the value, or the digits in `exact=`'],
  ['exact:min=1:default=0.5', 'bad-default', 'change the value or the limit'],
  ['exact=30,10:key', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['exact:sum=items.amount', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['bytes:key', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['bytes:unique', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['bytes:default=AQID', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['file:default=a', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['image:label', 'modifier-not-for-type', 'remove it; it can be used with'],
  ['image=65mb', 'bad-size', 'write `image=500kb` or `image=5mb`; `image` alone has at most 5 MB'],
  ['bytes=many', 'bad-size', 'write `bytes=500kb` or `bytes=5mb`'],
  ['bytes=65mb', 'bad-size', 'write `bytes=500kb` or `bytes=5mb`'],
])('refuses %s, and says what to write', (field, code, help) => {
  const [problem] = problemsOf(field);
  expect(problem).toContain(`${code}: ${help}`);
});
