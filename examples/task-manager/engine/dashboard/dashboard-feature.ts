import type { Express } from 'express';
import { endpoint } from '../http/endpoint.js';
import {
  listAggregates,
  listCounts,
  listGroups,
  listRecent,
  listRows,
  listsOf,
} from '../routes/overview-endpoints.js';
import type { AppParts, Feature } from '../service/project.js';
import { overviewPaths } from './overview-paths.js';

/** What the dashboard asks of the lists that its reader may see. */
export const dashboard: Feature = {
  name: 'dashboard',
  endpoints: { add: addOverviews, paths: overviewPaths },
};

function addOverviews(app: Express, parts: AppParts): void {
  const { signedIn } = parts.authentication;
  const lists = listsOf(parts.engine, parts);
  endpoint(app, '/config/aggregates', { get: listAggregates(lists) }, signedIn);
  endpoint(app, '/config/counts', { get: listCounts(lists) }, signedIn);
  endpoint(app, '/config/groups', { get: listGroups(lists) }, signedIn);
  endpoint(app, '/config/recent', { get: listRecent(lists) }, signedIn);
  endpoint(app, '/config/rows', { get: listRows(lists) }, signedIn);
}
