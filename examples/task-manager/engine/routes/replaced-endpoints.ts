import type { Route } from '../model/define-routes.js';

/** The writes of a generated endpoint, by method: of the collection or of one record. */
export type GeneratedWrite = 'post' | 'put' | 'patch' | 'delete';

/**
 * Whether an endpoint of the developer's may stand in for a generated one. No other way may lead past such an endpoint: it may
 * check what no rule says.
 */
export const isReplaced = (routes: readonly Route[], method: GeneratedWrite): boolean =>
  routes.some((route) => route.method === method && mayMatch(route.path, method));

/** New records are posted to the collection, one is changed at its own path. */
function mayMatch(path: string, method: GeneratedWrite): boolean {
  const variants = [path.replaceAll(/\{[^}]*\}/g, ''), path.replaceAll(/[{}]/g, '')];
  return variants.some((one) => {
    const segments = one.split('/').filter((segment) => segment !== '');
    const [first = ''] = segments;
    if (/^[*]/.test(first)) return true;
    if (method === 'post') return segments.length === 0;
    return segments.length === 1 && /[:*]|^\d+$/.test(first);
  });
}
