import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFiles } from '../../../../templates/features/engine-tests/engine/test/fixtures/new-databases.js';
import { openShop, PAGE, type Shop } from './shop.js';

const url = newFiles();

let shop: Shop;
let ann: Awaited<ReturnType<Shop['userOf']>>;
let root: Awaited<ReturnType<Shop['userOf']>>;
/** Ends the scan that waits. */
let answer: (verdict: 'ok' | 'bad' | Error) => void;

beforeAll(async () => {
  const scanFile = async () => {
    const verdict = await new Promise<'ok' | 'bad' | Error>((resolve) => (answer = resolve));
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
  shop = await openShop(await url(), { scanFile });
  ann = await shop.userOf('ann', 'Seller', 'north');
  root = await shop.userOf('root', 'Admin', 'all');
}, 60_000);
afterAll(() => shop.close());

const open = ({ token }: { readonly token: string }, path: string) =>
  shop.open(path, { authorization: `Bearer ${token}` });

async function attached() {
  const manual = await shop.uploaded(ann, 'product.manual');
  const { body } = await ann.ask('POST', '/product', {
    ...{ name: 'a', tenant_id: ann.tenants[0], manual },
  });
  return { id: manual.id, path: `/_files/product/${body.id}/manual` };
}

const scanOf = async (id: string): Promise<string> => {
  const [row] = await shop.dataSource.query(`SELECT scan FROM stored_file WHERE id = '${id}'`);
  return (row as { scan: string }).scan;
};

test('a file that is not judged yet opens for its uploader alone, and then for all', async () => {
  const { id, path } = await attached();
  expect((await open(ann, path)).text).toBe(PAGE.bytes);
  expect((await open(root, path)).status).toBe(404);
  answer('ok');
  await expect.poll(() => scanOf(id)).toBe('ok');
  expect((await open(root, path)).status).toBe(200);
});

test('a harmful file opens for nobody, and no record gets it', async () => {
  const { id, path } = await attached();
  answer('bad');
  await expect.poll(() => scanOf(id)).toBe('bad');
  for (const user of [ann, root]) expect((await open(user, path)).status).toBe(404);
  const waiting = await shop.uploaded(ann, 'product.manual');
  answer('bad');
  await expect.poll(() => scanOf(waiting.id)).toBe('bad');
  const { body, status } = await ann.ask('POST', '/product', {
    ...{ name: 'a', tenant_id: ann.tenants[0], manual: waiting },
  });
  expect([status, body.errors.manual]).toEqual([422, 'manual: the file was found to be harmful.']);
});

test('a scan that fails leaves a file unchecked', async () => {
  const { id, path } = await attached();
  answer(new Error('the scanner is down'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await scanOf(id)).toBe('unchecked');
  expect((await open(root, path)).status).toBe(404);
});
