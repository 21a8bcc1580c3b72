import { expect, test } from 'vitest';
import { encodeWithinLimit } from '../../records/reading/page-size.js';

const pageOf = async (texts: readonly string[], limit?: number): Promise<unknown> =>
  JSON.parse(Buffer.concat(await encodeWithinLimit(texts, limit)).toString());

test('the bytes of a large page are its JSON, in few pieces where its records are narrow', async () => {
  const narrow = Array.from({ length: 1000 }, (_, id) => ({ id, text: 'ä'.repeat(500) }));
  const texts = narrow.map((record) => JSON.stringify(record));
  expect(await pageOf(texts)).toEqual(narrow);
  expect((await encodeWithinLimit(texts)).length).toBeLessThan(4);
  const wide = ['x'.repeat(300_000), '😀'.repeat(200_000), 'z'];
  expect(await pageOf(wide.map((text) => JSON.stringify(text)))).toEqual(wide);
});

test('a page is refused above its limit by characters, and by bytes', async () => {
  const texts = ['"ä"', '"ä"'];
  const bytes = Buffer.byteLength('["ä",\n"ä"]');
  expect(await pageOf(texts, bytes)).toEqual(['ä', 'ä']);
  await expect(encodeWithinLimit(texts, bytes - 1)).rejects.toMatchObject({ status: 400 });
  await expect(encodeWithinLimit(texts, 5)).rejects.toMatchObject({ status: 400 });
});
