import type { Route } from '../model/define-routes.js';

/** A generated endpoint by its method: `get` is the list, `post` creates, the others are of one record. */
export type Generated = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type GeneratedWrite = Exclude<Generated, 'get'>;

/**
 * Whether an endpoint of the developer's may stand in for a generated one. No other way may lead past such an endpoint: it may
 * check what no rule says.
 */
export const isReplaced = (routes: readonly Route[], method: Generated): boolean =>
  routes.some((route) => route.method === method && mayMatch(route.path, method));

/** Where a list has its figures: no id begins so. */
export const AGGREGATE = '/_aggregate';

/** Whether a list has figures: not where an endpoint of the developer's is the list, or has that path. */
export const hasFigures = (routes: readonly Route[]): boolean =>
  !isReplaced(routes, 'get') && routes.every(({ path }) => path !== AGGREGATE);

/** The collection is listed, and new records are posted to it; one is changed at its own path. */
function mayMatch(path: string, method: Generated): boolean {
  const variants = [path.replaceAll(/\{[^}]*\}/g, ''), path.replaceAll(/[{}]/g, '')];
  return variants.some((one) => {
    const segments = one.split('/').filter((segment) => segment !== '');
    const [first = ''] = segments;
    if (/^[*]/.test(first)) return true;
    if (method === 'get' || method === 'post') return segments.length === 0;
    return segments.length === 1 && /[:*]|^\d+$/.test(first);
  });
}
