import { afterAll, beforeAll, expect, it } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { ownName } from '../../../../templates/features/privacy/engine/privacy/export-contents.js';
import { startS3 } from '../../../support/s3-server.js';
import { openPractice } from './practice.js';

const KEYS = { key: 'AKIAEXAMPLE', secret: 'a secret', region: 'eu-central-1' };
const url = newFiles();
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3(KEYS);
});
afterAll(() => s3.close());

it('files in a bucket are removed from it', async () => {
  const practice = await openPractice(await url(), { url: s3.url, ...KEYS });
  const ann = await practice.userOf('ann.clerk', 'Admin', 'north');
  const passport = await practice.uploaded(ann, 'client.passport', 'a passport');
  const leaflet = await practice.uploaded(ann, 'client.leaflet', 'a leaflet');
  const { body } = await ann.ask('POST', '/client', { name: 'Zoe', passport, leaflet });
  expect(s3.objects.has(passport.id)).toBe(true);
  await practice.erase(`Client ${body.id}`);
  expect([...s3.objects.keys()]).toEqual([leaflet.id]);
  await practice.close();
});

it('names of files in an export are safe, and none is there twice', () => {
  const taken = new Set<string>();
  const names = [
    'a.pdf',
    'A.PDF',
    '../../etc/passwd',
    '.env',
    'con',
    'con.txt',
    '',
    `${'ü'.repeat(300)}.jpeg`,
  ];
  expect(names.map((name) => ownName(name, taken))).toEqual([
    ...['a.pdf', 'A-2.PDF', '_.._etc_passwd', 'file.env', '_con', '_con.txt', 'file'],
    `${'ü'.repeat(60)}.jpeg`,
  ]);
});
