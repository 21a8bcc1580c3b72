import { renderExample } from '../golden/example.js';

/** The files of the service that the back-office imports. */
export const sharedWithService = (): [string, string][] =>
  [...renderExample('task-manager')].filter(([path]) => path === 'src/engine/rules/index.ts');
