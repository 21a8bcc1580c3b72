import type { OwnRouter } from '#engine';

/**
 * Endpoints that belong to no model: a file for each prefix beside this one, listed here.
 *
 *     export const reports = defineRouter('/reports', { auth: 'signed-in' }, (route) => {
 *       route.get('/late', async ({ crud }) => crud(Task).list({ status: 'late' }));
 *     });
 */
export const routers: readonly OwnRouter[] = [];
