import type { Seed } from '#engine';
import { firstWeeks } from './first-weeks.js';

/**
 * What `npm run seed` puts into the database, in this order, each once: a file for each beside this one, listed here.
 *
 *     export const statuses = defineSeed('statuses', async ({ upsert }) => {
 *       for (const name of ['open', 'done']) await upsert(Status, ['name'], { name });
 *     });
 */
export const seeds: readonly Seed[] = [firstWeeks];
