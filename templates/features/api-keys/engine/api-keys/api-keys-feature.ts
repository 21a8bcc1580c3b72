import type { Express } from 'express';
import { endpoint } from '../http/endpoint.js';
import { noStore } from '../http/security-headers.js';
import type { AppParts, Feature } from '../service/project.js';
import { duration } from '../settings/setting-values.js';
import type { ApiKeySettings } from './api-key-settings.js';
import { identifyKeys } from './identify-key.js';
import { keyHandlers } from './key-endpoints.js';
import { keyPaths } from './key-paths.js';
import { createStoredKeys } from './stored-keys.js';

/** Programs act for users by keys, with fewer rights. */
export const apiKeys: Feature<ApiKeySettings> = {
  name: 'api-keys',
  readSettings: (read) => ({ maxAge: read('API_KEY_MAX_AGE', '365d', duration) }),
  testSettings: { maxAge: 86_400 },
  signIn: ({ database, logger }) =>
    identifyKeys({ database, logger, stored: createStoredKeys(database) }),
  endpoints: { add: addEndpoints, paths: keyPaths },
  commands: {
    'api-key': async (project, args) =>
      (await import('./api-key-command.js')).runApiKeyCommand(project, args),
  },
};

function addEndpoints(app: Express, parts: AppParts, { maxAge }: ApiKeySettings): void {
  const { signedIn, inPerson } = parts.authentication;
  const on = keyHandlers(parts, createStoredKeys(parts.database), maxAge * 1000);
  const guards = [noStore, signedIn, inPerson];
  endpoint(app, '/auth/api-keys', { get: on.list, post: on.create }, ...guards);
  endpoint(app, '/auth/api-keys/:id', { delete: on.remove }, ...guards);
  endpoint(app, '/auth/users/:id/api-keys', { get: on.listOf, delete: on.removeAllOf }, ...guards);
  endpoint(app, '/auth/users/:id/api-keys/:key', { delete: on.removeOf }, ...guards);
}
