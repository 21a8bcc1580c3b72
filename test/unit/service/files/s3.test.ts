import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { s3Storage } from '../../../../templates/features/files/engine/files/storage/s3.js';
import { startS3 } from '../../../support/s3-server.js';
import { photo } from './pictures.js';
import { openShop, PAGE, type Shop } from './shop.js';

type User = Awaited<ReturnType<Shop['userOf']>>;

const url = newFiles();
const KEYS = { key: 'AKIAEXAMPLE', secret: 'a secret/of+this=bucket', region: 'eu-central-1' };

let s3: Awaited<ReturnType<typeof startS3>>;
let shop: Shop;
let ann: User;
beforeAll(async () => {
  s3 = await startS3(KEYS);
  shop = await openShop(await url(), { bucket: { url: s3.url, ...KEYS } });
  ann = await shop.userOf('ann', 'Seller', 'north');
}, 60_000);
afterAll(async () => {
  await shop.close();
  await s3.close();
});

const save = async (field: string, value: object) => {
  const values = { name: 'a', tenant_id: ann.tenants[0], [field]: value };
  const { body, status } = await ann.ask('POST', '/product', values);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: number };
};
const open = (id: number, field: string, more = '', headers = {}) =>
  shop.open(`/_files/product/${id}/${field}${more}`, {
    authorization: `Bearer ${ann.token}`,
    ...headers,
  });
const announce = async (field: string, size: number, user = ann) => {
  const path = `/_files?model=product&field=${field}`;
  return (await user.ask('POST', path, { name: '../a.txt', size })).body as {
    readonly id: string;
    readonly upload: { readonly method: string; readonly url: string; readonly headers: object };
  };
};
const put = async (
  { upload }: Awaited<ReturnType<typeof announce>>,
  bytes: string | Uint8Array,
) => {
  const { method, url: to, headers } = upload;
  const body = new Uint8Array(Buffer.from(bytes));
  return (await fetch(to, { method, body, headers: headers as Record<string, string> })).status;
};
const done = (id: string, user = ann) => user.ask('POST', `/_files/${id}/_done`);

test('files are in the bucket, and go with their rows', async () => {
  const page = await shop.uploaded(ann, 'product.manual');
  expect(s3.objects.get(page.id)?.toString()).toBe(PAGE.bytes);
  const { id } = await save('manual', page);
  expect((await open(id, 'manual')).text).toBe(PAGE.bytes);
  const part = await open(id, 'manual', '', { range: 'bytes=4-8' });
  expect([part.status, part.text]).toEqual([206, 'first']);
  const picture = await shop.uploaded(ann, 'product.photo', await photo());
  const other = await save('photo', picture);
  expect((await open(other.id, 'photo', '?width=64')).headers.get('content-type')).toBe(
    'image/webp',
  );
  expect([...s3.objects.keys()].sort()).toEqual([page.id, picture.id, `${picture.id}.w64`].sort());
  for (const one of [id, other.id]) await ann.ask('DELETE', `/product/${one}`);
  await shop.sweep(0);
  expect([...s3.objects.keys()]).toEqual([]);
});

test('a file goes straight to a key of its own, and from there to its place', async () => {
  const announced = await announce('manual', 14);
  expect(await put(announced, PAGE.bytes)).toBe(200);
  expect([...s3.objects.keys()]).toEqual([`staging/${announced.id}`]);
  const { body, status } = await done(announced.id);
  expect([status, body]).toEqual([
    200,
    { id: announced.id, name: 'a.txt', type: 'text/plain', size: 14 },
  ]);
  expect([...s3.objects.keys()]).toEqual([announced.id]);
  const { id } = await save('manual', body as object);
  // Whoever still has the address changes nothing that anybody sees.
  expect(await put(announced, 'THE FIRST PAGE')).toBe(200);
  expect((await open(id, 'manual')).text).toBe(PAGE.bytes);
  expect((await done(announced.id)).status).toBe(404);
  await ann.ask('DELETE', `/product/${id}`);
  await shop.sweep(0);
  expect([...s3.objects.keys()]).toEqual([]);
});

test('an address is for one key, one size and its time', async () => {
  const announced = await announce('manual', 14);
  expect(await put(announced, 'longer than that')).toBe(403);
  const { upload } = announced;
  const elsewhere = upload.url.replace(announced.id, crypto.randomUUID());
  expect(await put({ ...announced, upload: { ...upload, url: elsewhere } }, PAGE.bytes)).toBe(403);
  const later = upload.url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=99999');
  expect(await put({ ...announced, upload: { ...upload, url: later } }, PAGE.bytes)).toBe(403);
  expect((await done(announced.id)).status).toBe(409);
});

test('what has arrived is for its uploader to finish, and checked as any file', async () => {
  const bob = await shop.userOf('bob', 'Seller', 'south');
  const mine = await announce('manual', 14);
  await put(mine, PAGE.bytes);
  expect((await done(mine.id, bob)).status).toBe(404);
  expect((await done('x')).status).toBe(404);
  const { bytes } = await photo();
  const picture = await announce('photo', bytes.length);
  await put(picture, bytes as Uint8Array);
  const { body } = await done(picture.id);
  expect(body).toMatchObject({ name: 'a.jpg', type: 'image/jpeg', width: 40, height: 60 });
  expect(s3.objects.get(picture.id)?.includes('Camera of Ann')).toBe(false);
  const bad = await announce('photo', 14);
  await put(bad, PAGE.bytes);
  expect((await done(bad.id)).status).toBe(422);
  expect((await done(bad.id)).status).toBe(404);
  const large = await ann.ask('POST', '/_files?model=product&field=photo', {
    ...{ name: 'a', size: 2_000_000 },
  });
  expect(large.status).toBe(413);
  for (const size of [0, -1, 1.5, '14', undefined])
    expect(
      (await ann.ask('POST', '/_files?model=product&field=manual', { name: 'a', size })).status,
    ).toBe(422);
  await shop.sweep(0);
  expect([...s3.objects.keys()]).toEqual([]);
});

test('one request alone checks what has arrived, whatever is sent in between', async () => {
  const announced = await announce('manual', 14);
  await put(announced, PAGE.bytes);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      if (at > 2) await put(announced, 'THE FIRST PAGE');
      return done(announced.id);
    }),
  );
  const [taken, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect(taken!.status).toBe(200);
  for (const { status } of others) expect([404, 409]).toContain(status);
  const { id } = await save('manual', taken!.body as object);
  const before = (await open(id, 'manual')).text;
  await put(announced, 'THE FIRST PAGE');
  await done(announced.id);
  expect((await open(id, 'manual')).text).toBe(before);
  await ann.ask('DELETE', `/product/${id}`);
  await shop.sweep(0);
  expect([...s3.objects.keys()]).toEqual([]);
});

test('a bucket with another secret refuses, and nothing is kept', async () => {
  const other = s3Storage({ url: s3.url, ...KEYS, secret: 'another' });
  await expect(other.read('x')).rejects.toThrow('answered 403 (SignatureDoesNotMatch)');
});
