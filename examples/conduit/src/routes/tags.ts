import { type Crud, defineRouter } from '#engine';
import { Tag } from '../models/tag/tag.model.js';
import { ensure } from './pairs.js';

/** What articles are about. */
export const tags = defineRouter('/tags', { auth: 'public' }, (route) => {
  route.get('/', async ({ system }) => {
    const all = await system(Tag).find({ order: { name: 'asc' } });
    return { tags: all.map(({ name }) => name) };
  });
});

/** The ids of these tags; those that nobody has used yet are made. */
export async function tagIds(names: readonly string[], system: Crud): Promise<number[]> {
  const ids: number[] = [];
  for (const name of new Set(names)) ids.push((await ensure(system(Tag), { name })).id);
  return ids;
}
