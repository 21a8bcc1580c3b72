import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, PAGE, type Content, type Shop } from './shop.js';
import { photo } from './pictures.js';

type User = Awaited<ReturnType<Shop['userOf']>>;

const bearer = ({ token }: User) => ({ authorization: `Bearer ${token}` });

/** Files as they are opened: under the rules of their record, and by links. */
export const describeOpening = (url: () => Promise<string>) => {
  let shop: Shop;
  let ann: User;
  let bob: User;
  let root: User;
  beforeAll(async () => {
    shop = await openShop(await url());
    ann = await shop.userOf('ann', 'Seller', 'north');
    bob = await shop.userOf('bob', 'Seller', 'south');
    root = await shop.userOf('root', 'Admin', 'all');
  }, 60_000);
  afterAll(() => shop.close());

  /** A product of the tenant of a user, with a file that an administrator or the user has uploaded. */
  async function productWith(user: User, field: string, content: Content = PAGE, by = user) {
    const value = await shop.uploaded(by, `product.${field}`, content);
    const { body, status } = await by.ask('POST', '/product', {
      ...{ name: 'a', tenant_id: user.tenants[0], [field]: value },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { id: body.id as number, value, path: `/_files/product/${body.id}/${field}` };
  }

  const linkTo = async (user: User, id: number, field: string, width?: number) => {
    const wanted = { model: 'product', id, field, ...(width && { width }) };
    const { body } = await user.ask('POST', '/_files/_links', [wanted]);
    return body[0] as { url: string; expires: string } | null;
  };

  test('a file opens for whoever may read its field in its record', async () => {
    const { path } = await productWith(ann, 'manual');
    expect(await shop.open(path, bearer(ann))).toMatchObject({ status: 200, text: PAGE.bytes });
    expect((await shop.open(path, bearer(root))).status).toBe(200);
    expect((await shop.open(path, bearer(bob))).status).toBe(404);
    expect((await shop.open(path)).status).toBe(401);
    const closed = await productWith(ann, 'contract', PAGE, root);
    expect((await shop.open(closed.path, bearer(root))).status).toBe(200);
    expect((await shop.open(closed.path, bearer(ann))).status).toBe(404);
    expect(await linkTo(ann, closed.id, 'contract')).toBeNull();
    expect(await linkTo(bob, closed.id, 'contract')).toBeNull();
  });

  test.each([
    '/_files/product/1/name',
    '/_files/product/1/nothing',
    '/_files/user/1/password',
    '/_files/product/999999/manual',
    '/_files/product/x/manual',
    '/_files/nothing/1/manual',
    '/_files/product/..%2f..%2fetc%2fpasswd/manual',
    '/_files/product/1/__proto__',
  ])('there is nothing at %s', async (path) => {
    expect((await shop.open(path, bearer(root))).status).toBe(404);
  });

  test('a file is sent as what it is, with any name, and runs nothing', async () => {
    const name = "Vertrag 'Grün' (50%) 漢字.html";
    const { path } = await productWith(ann, 'manual', {
      ...{ bytes: '<!doctype html><script>alert(1)</script>', name, type: 'image/png' },
    });
    const { headers } = await shop.open(path, bearer(ann));
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Vertrag 'Grun' (50_) __.html"; filename*=UTF-8''` +
        'Vertrag%20%27Gr%C3%BCn%27%20%2850%25%29%20%E6%BC%A2%E5%AD%97.html',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toMatch(/^private/);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'x.png', 'image/svg+xml'],
    ['XML', '\uFEFF <?xml version="1.0"?><html/>', 'x.jpg', 'application/xml'],
    ['a page without a head', '<script>1</script>', 'x.txt', 'text/html'],
    ['a PDF', '%PDF-1.7\n', 'x.html', 'application/pdf'],
    ['bytes', '\0\x01\x02', 'x.html', 'application/octet-stream'],
    ['an archive', 'PK\x03\x04', 'x.html', 'application/zip'],
  ])('%s is only ever saved', async (_, bytes, name, type) => {
    const { path, value } = await productWith(ann, 'manual', { bytes, name, type: 'image/png' });
    expect(value.type).toBe(type);
    const { headers } = await shop.open(path, bearer(ann));
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\evil.exe', 'evil.exe'],
    ['.htaccess', 'htaccess'],
    ['a\u202Egnp.exe', 'a gnp.exe'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
    ['   ', 'manual'],
  ])('the name %s is kept as %s', async (name, kept) => {
    expect((await shop.uploaded(ann, 'product.manual', { ...PAGE, name })).name).toBe(kept);
  });

  test('parts of a file, and none where its reader has it', async () => {
    const { path, value } = await productWith(ann, 'manual');
    const part = async (range: string, more = {}) => {
      const found = await shop.open(path, { ...bearer(ann), range, ...more });
      return [found.status, found.text, found.headers.get('content-range')];
    };
    expect(await part('bytes=4-8')).toEqual([206, 'first', 'bytes 4-8/14']);
    expect(await part('bytes=10-')).toEqual([206, 'page', 'bytes 10-13/14']);
    expect(await part('bytes=-4')).toEqual([206, 'page', 'bytes 10-13/14']);
    expect(await part('bytes=0-99')).toEqual([206, PAGE.bytes, 'bytes 0-13/14']);
    expect((await part('bytes=14-'))[0]).toBe(416);
    expect((await part('bytes=14-'))[2]).toBe('bytes */14');
    expect((await part('bytes=0-1,4-5'))[0]).toBe(200);
    expect((await part('bytes=0-1', { 'if-range': '"other"' }))[0]).toBe(200);
    const etag = `"${value.id}"`;
    const known = await shop.open(path, { ...bearer(ann), 'if-none-match': etag });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag]);
    const head = await fetch(shop.origin + path, { method: 'HEAD', headers: bearer(ann) });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '14']);
  });

  test('a picture is stored upright, and without what the camera wrote into it', async () => {
    const content = await photo();
    expect(Buffer.from(content.bytes).includes('Camera of Ann')).toBe(true);
    const { path, value } = await productWith(ann, 'photo', content);
    expect(value).toMatchObject({ name: 'holiday.jpg', type: 'image/jpeg', width: 40, height: 60 });
    const { bytes, headers } = await shop.open(path, bearer(ann));
    expect(bytes).toHaveLength(value.size);
    expect(bytes.includes('Camera of Ann')).toBe(false);
    const { exif, orientation, width } = await sharp(bytes).metadata();
    expect([exif, orientation, width]).toEqual([undefined, undefined, 40]);
    expect(headers.get('content-disposition')).toMatch(/^inline; /);
  });

  test('small pictures are made once', async () => {
    const { path, value } = await productWith(ann, 'photo', await photo(900, 600));
    const small = await Promise.all(
      [1, 2, 3].map(() => shop.open(`${path}?width=200`, bearer(ann))),
    );
    for (const { bytes, headers, status } of small) {
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 300 });
    }
    const made = (await shop.contents()).filter((name) => name.startsWith(value.id));
    expect(made).toEqual([value.id, `${value.id}.w200`]);
    expect((await shop.open(`${path}?width=201`, bearer(ann))).status).toBe(400);
    expect((await shop.open(`${path}?width=200`, bearer(bob))).status).toBe(404);
    await ann.ask('DELETE', path.replace('/_files', '').replace('/photo', ''));
    await shop.sweep(0);
    expect((await shop.contents()).filter((name) => name.startsWith(value.id))).toEqual([]);
  });

  test('a link opens a file without a header, until its rule or its record says no', async () => {
    const { id } = await productWith(ann, 'manual');
    const link = (await linkTo(ann, id, 'manual'))!;
    expect(await shop.open(link.url)).toMatchObject({ status: 200, text: PAGE.bytes });
    expect((await shop.open(link.url, { range: 'bytes=0-2' })).text).toBe('the');
    // Whoever calls with it, it is the link of whoever asked for it.
    expect((await shop.open(link.url, bearer(bob))).status).toBe(200);
    expect(Date.parse(link.expires) - Date.now()).toBeLessThanOrEqual(60_000);
    await root.ask('PATCH', `/product/${id}`, { tenant_id: bob.tenants[0] });
    expect((await shop.open(link.url)).status).toBe(404);
    await root.ask('PATCH', `/product/${id}`, { tenant_id: ann.tenants[0] });
    expect((await shop.open(link.url)).status).toBe(200);
    const other = await shop.uploaded(ann, 'product.manual');
    await ann.ask('PATCH', `/product/${id}`, { manual: other });
    expect((await shop.open(link.url)).status).toBe(404);
  });

  test('a link ends with the session of whoever asked for it', async () => {
    const eve = await shop.userOf('eve', 'Seller', 'east');
    const { id } = await productWith(eve, 'manual');
    const link = (await linkTo(eve, id, 'manual'))!;
    expect((await shop.open(link.url)).status).toBe(200);
    expect((await eve.ask('POST', '/auth/logout')).status).toBe(204);
    expect((await shop.open(link.url)).status).toBe(401);
  });

  test('nobody can make, change or read a link', async () => {
    const { id } = await productWith(ann, 'manual');
    const { url: path } = (await linkTo(ann, id, 'manual'))!;
    const [place, link = ''] = path.split('?link=');
    const sealed = Buffer.from(link, 'base64url');
    expect(sealed.includes(ann.token.slice(0, 20))).toBe(false);
    for (const at of [0, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect((await shop.open(`${place}?link=${changed.toString('base64url')}`)).status).toBe(404);
    }
    for (const other of ['', '?link=', '?link=AAAA', `?link=${link}&link=${link}`])
      expect((await shop.open(place + other)).status).toBe(404);
  });

  test('links of many files, null for those that are not there', async () => {
    const one = await productWith(ann, 'manual');
    const { id } = await productWith(bob, 'manual');
    const { body, status } = await ann.ask('POST', '/_files/_links', [
      { model: 'product', id: one.id, field: 'manual' },
      { model: 'product', id, field: 'manual' },
      { model: 'product', id: 'x', field: 'manual' },
      { model: 'user', id: 1, field: 'password' },
      { model: 'product', id: one.id, field: 'photo', width: 64 },
    ]);
    expect(status).toBe(200);
    expect(body.map((link: unknown) => link !== null)).toEqual([true, false, false, false, false]);
    const wrong = [
      { a: 1 },
      [7],
      [{ model: 'product', id: 1 }],
      Array.from({ length: 201 }, () => ({})),
    ];
    for (const asked of wrong)
      expect((await ann.ask('POST', '/_files/_links', asked)).status).toBe(422);
    const known = { model: 'product', id: one.id, field: 'manual', width: null };
    const more = await ann.ask('POST', '/_files/_links', [known, { ...known, file: 7 }]);
    expect(more).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'file', code: 'unknown-field', index: 1 }] },
    });
  });

  test('links of several models and fields come in the order in which they are asked for', async () => {
    const [one, two] = [await productWith(ann, 'manual'), await productWith(ann, 'manual')];
    const wanted = (id: number, field: string) => ({ model: 'product', id, field });
    const { body } = await ann.ask('POST', '/_files/_links', [
      wanted(two.id, 'manual'),
      { model: 'note', id: one.id, field: 'page' },
      wanted(one.id, 'contract'),
      wanted(one.id, 'manual'),
      wanted(two.id, 'manual'),
    ]);
    expect(body.map((link: unknown) => link !== null)).toEqual([true, false, false, true, true]);
    const linked = body as ({ url: string } | null)[];
    const places = linked.map((link) => link && new URL(link.url, 'http://x').pathname);
    expect(places[0]).toBe(places[4]);
  });

  test('nobody lists files, nor opens one that waits for a record', async () => {
    const page = await shop.uploaded(ann, 'product.manual');
    for (const path of ['/_files', `/_files/${page.id}`, `/_files/stored_file/${page.id}/name`])
      expect([404, 405]).toContain((await shop.open(path, bearer(ann))).status);
  });
};
