import type { OwnRouter } from '#engine';

/**
 * Endpoints without a model. Write a file for each prefix in this folder, and list it here.
 *
 *     export const reports = defineRouter('/reports', { auth: 'signed-in' }, (route) => {
 *       route.get('/late', async ({ crud }) => crud(Task).list({ status: 'late' }));
 *     });
 */
export const routers: readonly OwnRouter[] = [];
