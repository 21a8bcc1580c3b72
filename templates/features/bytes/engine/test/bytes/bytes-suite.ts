import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDrift } from '../../database/find-drift.js';
import type { Query } from '../../model/operations.js';
import { admin, problemOf } from '../fixtures/open-library.js';
import { Frame, Picture, openPictures } from './pictures.js';

const base64 = (...numbers: number[]): string => Buffer.from(numbers).toString('base64');
const CONTENT = base64(0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 39, 92);

/** Records with bytes; `url` gives a fresh database. */
export const describeBytes = (url: () => Promise<string>) => {
  let pictures: Awaited<ReturnType<typeof openPictures>>;
  beforeAll(async () => {
    pictures = await openPictures(await url());
  }, 60_000);
  beforeEach(() => pictures.database.dataSource.query('DELETE FROM picture'));
  afterAll(() => pictures.database.close());

  const of = () => pictures.engine.operations(admin)(Picture);
  const make = async (values: object = {}) =>
    (await of().create({ title: 'one', ...values })).record;
  const listed = async (query: Query = {}) =>
    JSON.parse((await of().list(query)).text) as Record<string, unknown>[];

  test('are texts in base64 in every operation', async () => {
    const { id } = await make({ content: CONTENT });
    expect(await of().get(id)).toMatchObject({ content: CONTENT, mark: null });
    expect(await of().update(id, { mark: base64(1, 2) })).toMatchObject({
      ...{ content: CONTENT, mark: 'AQI=' },
    });
    const repository = pictures.database.dataSource.getRepository(Picture);
    const [stored] = await repository.find();
    expect(stored).toMatchObject({ content: CONTENT, mark: 'AQI=' });
    await repository.save({ ...stored!, mark: base64(3) });
    expect(await of().get(id)).toMatchObject({ content: CONTENT, mark: 'Aw==' });
    const raw = 'SELECT content AS raw FROM picture';
    const [row] = (await pictures.database.dataSource.query(raw)) as { raw: Uint8Array }[];
    expect(Buffer.from(row!.raw).toString('base64')).toBe(CONTENT);
  });

  test('are those that other programs have stored', async () => {
    const { dataSource, dialect } = pictures.database;
    const text = dialect.name === 'sqlite' ? `'abc'` : `'abc'::bytea`;
    await dataSource.query(`INSERT INTO picture (title, content) VALUES ('x', ${text})`);
    expect(await listed({ _fields: 'content' })).toMatchObject([{ content: 'YWJj' }]);
  });

  test('are written together', async () => {
    await of().createMany([
      { title: 'a', content: CONTENT },
      { title: 'b', content: base64(...Array.from({ length: 5000 }, (_, n) => n % 256)) },
      { title: 'c' },
    ]);
    const found = await listed({ _fields: 'title,content', _sort: 'title' });
    expect(found.map(({ content }) => (content as string | null)?.length ?? null)).toEqual([
      ...[CONTENT.length, 6668, null],
    ]);
  });

  test('are in lists only where they are asked for', async () => {
    const { id } = await make({ content: CONTENT });
    expect(await listed()).toEqual([{ id, _label: 'one', title: 'one' }]);
    expect(await listed({ _fields: 'content' })).toEqual([{ id, _label: 'one', content: CONTENT }]);
  });

  test('are not in records that others are expanded with, but in those that code loads', async () => {
    const { id } = await make({ content: CONTENT });
    const frames = pictures.engine.operations(admin)(Frame);
    const { record } = await frames.create({ picture_id: id });
    const picture = { id, _label: 'one', title: 'one' };
    const [found] = JSON.parse((await frames.list({ _expand: 'picture' })).text) as object[];
    for (const one of [found, await frames.get(record.id, { expand: ['picture'] })])
      expect((one as { picture: object }).picture).toEqual(picture);
    const [loaded] = await pictures.engine.system(Frame).find({ relations: ['picture'] });
    expect(loaded!.picture).toMatchObject({ content: CONTENT });
  });

  test('are found by whether there are any, and by nothing else', async () => {
    await make({ title: 'with', content: CONTENT });
    await make({ title: 'without' });
    const titles = async (query: Query) => (await listed(query)).map(({ title }) => title);
    expect(await titles({ content__isnull: 'true' })).toEqual(['without']);
    expect(await titles({ content__isnull: 'false' })).toEqual(['with']);
    for (const query of [
      { content: CONTENT },
      { content__in: CONTENT },
      { content__ilike: 'x' },
      { _sort: 'content' },
    ])
      expect(await problemOf(of().list(query))).toMatchObject({ status: 400 });
    expect(await problemOf(of().aggregate({ _by: 'content' }))).toMatchObject({ status: 400 });
  });

  test.each([
    ['no base64', 'not base64!', 'type'],
    ['no padding', 'AQI', 'type'],
    ['the alphabet for addresses', '-_-_', 'type'],
    ['bits that no byte has', 'AR==', 'type'],
    ['a line break', 'AQID\nAQID', 'type'],
    ['a number', 7, 'type'],
    ['more bytes than the limit', base64(1, 2, 3, 4, 5, 6, 7, 8, 9), 'too-many-bytes'],
  ])('are refused: %s', async (_, mark, code) => {
    expect(await problemOf(of().create({ title: 'x', mark }))).toMatchObject({
      ...{ status: 422, problems: [{ field: 'mark', code }] },
    });
  });

  test('the columns are those of the entity', async () => {
    expect(await findDrift(pictures.database)).toEqual([]);
  });
};
