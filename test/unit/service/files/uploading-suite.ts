import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { framedGif, hugePng, photo } from './pictures.js';
import { openShop, PAGE, type Shop } from './shop.js';

type User = Awaited<ReturnType<Shop['userOf']>>;

/** Files as they come in, from people and from attackers. */
export const describeUploading = (url: () => Promise<string>) => {
  let shop: Shop;
  let ann: User;
  let root: User;
  beforeAll(async () => {
    shop = await openShop(await url(), { max: 3_000_000 });
    ann = await shop.userOf('ann', 'Seller', 'north');
    root = await shop.userOf('root', 'Admin', 'all');
  }, 60_000);
  afterAll(() => shop.close());

  test('is for whoever may write the field', async () => {
    expect(await shop.send(ann, 'product.contract', PAGE)).toMatchObject({ status: 403 });
    expect(await shop.send(root, 'product.contract', PAGE)).toMatchObject({ status: 201 });
    expect(await shop.send({ token: 'a.b.c' }, 'product.manual', PAGE)).toMatchObject({
      status: 401,
    });
    expect((await shop.send(ann, 'product.manuall', PAGE)).body.detail).toContain('product manual');
    for (const place of ['product.name', 'user.email', 'nothing.x'])
      expect(await shop.send(ann, place, PAGE)).toMatchObject({ status: 404 });
  });

  test('a file is not larger than its field allows, nor than the setting', async () => {
    const kilobytes = (count: number) => ({
      bytes: Buffer.alloc(count * 1024, 'a'),
      name: 'a.txt',
    });
    expect(await shop.send(root, 'product.contract', kilobytes(20))).toMatchObject({ status: 201 });
    const { status, body } = await shop.send(root, 'product.contract', kilobytes(21));
    expect([status, body.detail]).toEqual([413, 'The file is too large: at most 20 KB.']);
    const large = await shop.send(ann, 'product.manual', kilobytes(2930));
    expect([large.status, large.body]).toMatchObject([413, { setting: 'FILES_MAX' }]);
    expect(await shop.contents()).toHaveLength(2);
  });

  test('a file that says nothing of its size ends at the limit', async () => {
    const boundary = 'x'.repeat(20);
    async function* endless() {
      yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
      for (let sent = 0; sent < 40; sent++) yield 'a'.repeat(100_000);
    }
    const init = { duplex: 'half', body: Readable.toWeb(Readable.from(endless())) };
    const answer = await fetch(`${shop.origin}/_files?model=product&field=manual`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      ...(init as object),
    });
    expect(answer.status).toBe(413);
  });

  test.each([
    ['JSON', 'application/json', '{"name":"a","size":3}', 415],
    ['no file', 'multipart/form-data; boundary=x', '--x--\r\n', 400],
    ['a form that ends early', 'multipart/form-data; boundary=x', '--x\r\ncontent', 400],
  ])('takes no %s', async (_, type, body, status) => {
    const headers = { 'content-type': type };
    const answer = await ann.ask('POST', '/_files?model=product&field=manual', body, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  });

  test('nothing is left of what was refused', async () => {
    await shop.send(ann, 'product.photo', PAGE);
    await shop.sweep(0);
    const states = await shop.states();
    expect(await shop.contents()).toEqual(Object.keys(states).sort());
  });

  test.each([
    ['a text', () => Buffer.from('no picture'), 'no-picture'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'no-picture'],
    ['a PNG of 40,000 x 40,000', () => hugePng(40_000, 40_000), 'bad-picture'],
    ['a PNG of 2^31 x 1', () => hugePng(2 ** 31 - 1, 1), 'bad-picture'],
    [
      'a PNG that unpacks to 200 MB',
      async () => hugePng(7000, 7200, await promisify(deflate)(Buffer.alloc(7200 * 28_001))),
      'bad-picture',
    ],
    ['a GIF of 100 large pages', () => framedGif(1000, 100), 'bad-picture'],
    ['a GIF of 2,000 small pages', () => framedGif(30, 2000), 'bad-picture'],
    [
      'the beginning of a JPEG',
      () => Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'),
      'bad-picture',
    ],
    [
      'a WebP of nothing',
      () => Buffer.from('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1'),
      'bad-picture',
    ],
  ])('a field of pictures takes no %s', async (_, make, code) => {
    const content = { bytes: await make(), name: 'bomb.png' };
    const { status, body } = await shop.send(ann, 'product.photo', content);
    expect([status, body.problems?.[0].code]).toEqual([422, code]);
  });

  test('a picture that is cut off is refused', async () => {
    const { bytes } = await photo(400, 400);
    const half = { bytes: Buffer.from(bytes).subarray(0, bytes.length / 2), name: 'a.jpg' };
    const { status, body } = await shop.send(ann, 'product.photo', half);
    expect([status, body.problems?.[0].code]).toEqual([422, 'bad-picture']);
  });

  test('a picture with a page in it leaves only the picture', async () => {
    const { bytes } = await photo();
    const polyglot = Buffer.concat([Buffer.from(bytes), Buffer.from('<script>alert(1)</script>')]);
    const content = { bytes: polyglot, name: 'page.html' };
    const value = await shop.uploaded(ann, 'product.photo', content);
    expect(value).toMatchObject({ name: 'page.jpg', type: 'image/jpeg' });
  });

  test('a user has so many files that wait, and no more', async () => {
    const eve = await shop.userOf('eve', 'Seller', 'east');
    const insert = (n: number) =>
      `INSERT INTO stored_file (id, state, scan, model, field, name, type, size, uploader, created_at, state_at)
       VALUES ('00000000-0000-4000-8000-${String(n).padStart(12, '0')}', 'staged', 'ok', 'Product', 'manual', 'a', 'text/plain', 1, ${eve.id}, 0, ${Date.now()})`;
    for (let n = 0; n < 200; n++) await shop.dataSource.query(insert(n));
    const { status, body } = await shop.send(eve, 'product.manual', PAGE);
    expect([status, body.detail]).toEqual([
      429,
      '200 files that you have uploaded wait for a record: save them with one, or try again tomorrow.',
    ]);
  });
};
