import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import type { FeatureWithScan } from '../../../../templates/features/files/engine/files/index.js';
import { startPostgres } from '../../../support/postgres.js';
import { photo } from './pictures.js';
import { openShop, PAGE, type Shop } from './shop.js';

type Scan = FeatureWithScan['scanFile'];
type Verdict = Awaited<ReturnType<Scan>>;

const server = await startPostgres();
afterAll(() => server.stop(), 60_000);

const never = () => new Promise<Verdict>(() => undefined);
const says =
  (verdict: unknown): Scan =>
  () =>
    Promise.resolve(verdict as Verdict);

describe.each([
  ['SQLite', newFiles()],
  ['PostgreSQL', () => server.createDatabase()],
] as const)('a scan under attack on %s', (_database, newDatabase) => {
  async function open(scanFile: Scan) {
    const shop = await openShop(await newDatabase(), { scanFile });
    onTestFinished(() => shop.close());
    const ann = await shop.userOf('ann', 'Seller', 'north');
    const root = await shop.userOf('root', 'Admin', 'all');
    return { shop, ann, root };
  }
  type User = Awaited<ReturnType<typeof open>>['ann'];

  const scanOf = async (shop: Shop, id: string): Promise<string> => {
    const [row] = await shop.dataSource.query(`SELECT scan FROM stored_file WHERE id = '${id}'`);
    return (row as { scan: string }).scan;
  };

  async function attached(shop: Shop, user: User, field: 'manual' | 'photo' = 'manual') {
    const content = field === 'photo' ? await photo() : PAGE;
    const file = await shop.uploaded(user, `product.${field}`, content);
    const values = { name: 'a', tenant_id: user.tenants[0], [field]: file };
    const { body } = await user.ask('POST', '/product', values);
    return { file, id: body.id as number, path: `/_files/product/${body.id}/${field}` };
  }

  const openAs = (shop: Shop, { token }: User, path: string) =>
    shop.open(path, { authorization: `Bearer ${token}` });
  const linkAs = async (user: User, id: number, field = 'manual', more: object = {}) => {
    const { body } = await user.ask('POST', '/_files/_links', [
      { model: 'product', id, field, ...more },
    ]);
    return (body as ({ readonly url: string } | null)[])[0] ?? null;
  };

  test('others neither open an unchecked file, nor get a link, nor give it to a row of theirs', async () => {
    const { shop, ann, root } = await open(never);
    const { file, id, path } = await attached(shop, ann);
    const tries: readonly Record<string, string>[] = [
      {},
      { range: 'bytes=0-3' },
      { 'if-none-match': `"${file.id}"` },
    ];
    for (const headers of tries) {
      const authorization = `Bearer ${root.token}`;
      expect((await shop.open(path, { authorization, ...headers })).status).toBe(404);
    }
    expect(await linkAs(root, id)).toBeNull();
    const own = await linkAs(ann, id);
    expect((await shop.open(own!.url)).text).toBe(PAGE.bytes);
    const waiting = await shop.uploaded(ann, 'product.manual');
    for (const manual of [file, waiting]) {
      const { status } = await root.ask('POST', '/product', {
        ...{ name: 'b', tenant_id: ann.tenants[0], manual },
      });
      expect(status).toBe(422);
    }
  });

  test.each([undefined, null, true, 'OK', 'infected', {}])('%o is no verdict', async (verdict) => {
    const { shop, ann, root } = await open(says(verdict));
    const { file, path } = await attached(shop, ann);
    await shop.scanElsewhere(says(verdict));
    expect(await scanOf(shop, file.id)).toBe('unchecked');
    expect((await openAs(shop, root, path)).status).toBe(404);
  });

  test('a link and small pictures end with what another process says of their file', async () => {
    const answers: ((verdict: Verdict) => void)[] = [];
    const { shop, ann, root } = await open(
      () => new Promise<Verdict>((resolve) => answers.push(resolve)),
    );
    const { file, id, path } = await attached(shop, ann, 'photo');
    const links = [await linkAs(ann, id, 'photo'), await linkAs(ann, id, 'photo', { width: 64 })];
    for (const one of links) expect((await shop.open(one!.url)).status).toBe(200);
    await shop.scanElsewhere(says('bad'));
    const tries = [...links.map((one) => one!.url), path, `${path}?width=64`];
    const closed = async () => {
      for (const one of tries)
        for (const user of [ann, root]) expect((await openAs(shop, user, one)).status).toBe(404);
    };
    await closed();
    // The slower process has found nothing: the file stays harmful.
    answers[0]!('ok');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await scanOf(shop, file.id)).toBe('bad');
    await closed();
  });

  test('a scan that throws, at once or later, is asked again', async () => {
    const { shop, ann, root } = await open((() => {
      throw new Error('no scanner');
    }) as Scan);
    const { file, path } = await attached(shop, ann);
    await shop.scanElsewhere(() => Promise.reject(new Error('down')));
    expect(await scanOf(shop, file.id)).toBe('unchecked');
    await shop.scanElsewhere(says('ok'));
    expect((await openAs(shop, root, path)).status).toBe(200);
  });

  test('files whose scan never answers do not hold up the others', async () => {
    const { shop, ann, root } = await open(never);
    const files = [];
    for (let at = 0; at < 4; at++) files.push(await attached(shop, ann));
    const stuck = new Set(files.slice(0, 2).map(({ file }) => file.id));
    const late: (() => void)[] = [];
    const scan: Scan = ({ id }) =>
      stuck.has(id)
        ? new Promise((resolve) => late.push(() => resolve('bad')))
        : Promise.resolve('ok');
    await shop.scanElsewhere(scan, 20);
    for (const { file, path } of files) {
      const isStuck = stuck.has(file.id);
      expect(await scanOf(shop, file.id)).toBe(isStuck ? 'unchecked' : 'ok');
      expect((await openAs(shop, root, path)).status).toBe(isStuck ? 404 : 200);
    }
    // What it says in the end counts.
    for (const one of late) one();
    for (const id of stuck) await expect.poll(() => scanOf(shop, id)).toBe('bad');
  });

  test('a process that starts has the files scanned whose scan ended with another process', async () => {
    const { shop, ann, root } = await open(never);
    const { file, path } = await attached(shop, ann);
    const read: string[] = [];
    await shop.scanElsewhere(async (one) => {
      read.push(one.id, Buffer.concat((await (await one.read()).toArray()) as Buffer[]).toString());
      return 'ok';
    });
    expect(read).toEqual([file.id, PAGE.bytes]);
    expect((await openAs(shop, root, path)).status).toBe(200);
    await shop.scanElsewhere(says('bad'));
    expect(await scanOf(shop, file.id)).toBe('ok');
  });
});
