import { expect, onTestFinished, test } from 'vitest';
import { Tag } from '../fixtures/library.js';
import { openLibrary } from '../fixtures/open-library.js';

test('code may take a function from the records of a model', async () => {
  const { database, engine } = await openLibrary();
  onTestFinished(() => database.close());
  const { create, find, model } = engine.system(Tag);
  const { id } = await create({ name: 'a' });
  expect(await find()).toMatchObject([{ id, name: 'a' }]);
  expect(model.name).toBe('Tag');
});
