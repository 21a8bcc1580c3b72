import type { Seed } from '#engine';

/**
 * The seeds that `npm run seed` runs, in this order, each once. Write each seed in a file of this folder, and list it here.
 *
 *     export const statuses = defineSeed('statuses', async ({ upsert }) => {
 *       for (const name of ['open', 'done']) await upsert(Status, ['name'], { name });
 *     });
 */
export const seeds: readonly Seed[] = [];
