import { expect, test } from 'vitest';
import type { Row } from '../../model/operations.js';
import { jsonOf, lengthOfRecord } from '../../records/reading/encode-records.js';

const record = (id: number, text: string): Row => ({ id, text });

const parsed = async (records: readonly Row[], limit?: number): Promise<unknown> => {
  const json = await jsonOf(records, limit);
  return JSON.parse(typeof json === 'string' ? json : Buffer.concat(json).toString());
};

test('the bytes of a large page are its JSON, in few pieces where its records are narrow', async () => {
  const narrow = Array.from({ length: 1000 }, (_, id) => record(id, 'ä'.repeat(500)));
  expect(await parsed(narrow)).toEqual(narrow);
  expect((await jsonOf(narrow)).length).toBeLessThan(4);
  const wide = ['x'.repeat(300_000), '😀'.repeat(200_000), 'z'].map((text, id) => record(id, text));
  expect(await parsed(wide)).toEqual(wide);
  expect(await jsonOf(wide)).toHaveLength(3);
});

test('a page that is not large is a text, and one without records a list', async () => {
  expect(await jsonOf([record(1, 'ä'), record(2, 'b')])).toBe(
    '[{"id":1,"text":"ä"},\n{"id":2,"text":"b"}]',
  );
  expect(await jsonOf([])).toBe('[]');
});

test('a page is refused above its limit by bytes, at its end and on the way', async () => {
  const records = [record(1, 'ä'), record(2, 'ä')];
  const bytes = Buffer.byteLength((await jsonOf(records)) as string);
  expect(await parsed(records, bytes)).toEqual(records);
  await expect(jsonOf(records, bytes - 1)).rejects.toMatchObject({ status: 400 });
  const wide = Array.from({ length: 4 }, (_, id) => record(id, 'x'.repeat(300_000)));
  await expect(jsonOf(wide, 700_000)).rejects.toMatchObject({ status: 400 });
});

test('the length of a record is about that of its JSON, and no less', () => {
  const records = [
    { id: 1, text: 'x'.repeat(1000), tags: [1, 2, 3], extra: { deep: 'y'.repeat(500) }, at: null },
    { id: 2, text: '', tags: [], extra: null, at: true },
  ];
  for (const one of records) {
    const { length } = JSON.stringify(one);
    expect(lengthOfRecord(one)).toBeGreaterThan(length * 0.9);
    expect(lengthOfRecord(one)).toBeLessThan(length * 1.9);
  }
});
