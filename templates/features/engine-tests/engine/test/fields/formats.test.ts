import { expect, test } from 'vitest';
import { isUrl, parseColor } from '../../fields/formats.js';

test('an address with letters beyond ASCII is one however often it is asked for', () => {
  const answers = new Set<boolean>();
  for (let time = 0; time < 30_000; time++) answers.add(isUrl('http://ä.example/ö?ü=1#ß'));
  expect([...answers]).toEqual([true]);
});

test.each(['http://[', 'http://a:b', 'https://%', 'ftp://a.example', 'http://a b', 'http:///a'])(
  '`%s` is no address of the web',
  (text) => expect(isUrl(text)).toBe(false),
);

test.each([
  ['#1e88e5', '#1e88e5'],
  ['#1E88E5', '#1e88e5'],
  ['#aBc', '#aabbcc'],
  ['1e88e5', null],
  ['#1e88e', null],
  ['#1e88e5ff', null],
  ['#1e88eg', null],
  [' #1e88e5', null],
  ['#1e88e5\n', null],
  ['red', null],
])('%j as a colour is %j', (text, color) => expect(parseColor(text)).toBe(color));
