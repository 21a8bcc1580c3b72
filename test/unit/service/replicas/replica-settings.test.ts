import { expect, test } from 'vitest';
import { postgresUrls } from '../../../../templates/features/replicas/engine/replicas/replica-settings.js';

test.each([
  ['postgres://b/app, postgresql://c/app', ['postgres://b/app', 'postgresql://c/app']],
  ['', []],
])('the replicas %j are read as %j', (text, urls) => expect(postgresUrls(text)).toEqual(urls));

test('another URL is refused, without the passwords in it', () => {
  const text = 'postgres://u:hunter2@a/app, mysql://u:hunter2@b/app';
  expect(() => postgresUrls(text)).toThrow(/^expected (?!.*hunter2)/);
});
