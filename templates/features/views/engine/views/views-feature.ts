import type { Express } from 'express';
import { endpoint } from '../http/endpoint.js';
import { noStore } from '../http/security-headers.js';
import type { AppParts, Feature } from '../service/project.js';
import { createStoredViews } from './stored-views.js';
import { viewHandlers } from './view-endpoints.js';
import { viewPaths } from './view-paths.js';

/** Keeps the views of lists that users save; what a view shows is asked of the list like anything else. */
export const views: Feature = {
  name: 'views',
  endpoints: { add: addEndpoints, paths: viewPaths },
};

function addEndpoints(app: Express, parts: AppParts): void {
  const { signedIn, inPerson } = parts.authentication;
  const on = viewHandlers(parts, createStoredViews(parts.database));
  const guards = [noStore, signedIn, inPerson];
  endpoint(app, '/_views', { get: on.list, post: on.create }, ...guards);
  endpoint(app, '/_views/:id', { patch: on.change, delete: on.remove }, ...guards);
}
