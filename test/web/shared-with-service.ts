import { renderExample } from '../golden/example.js';

/** The files of the service that the back-office imports. */
export const sharedWithService = (): [string, string][] =>
  [...renderExample('task-manager')].filter(([path]) => path === 'engine/rules/index.ts');
