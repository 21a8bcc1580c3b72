import type { Express } from 'express';
import { endpoint } from '../http/endpoint.js';
import type { AppParts, Feature } from '../service/project.js';
import { exportEndpoint } from './export-endpoint.js';
import { exportPaths } from './export-paths.js';

/** Lists as files, and files into lists. */
export const dataImport: Feature = {
  name: 'import',
  endpoints: { add: addEndpoints, paths: exportPaths },
};

function addEndpoints(app: Express, parts: AppParts): void {
  const { signedIn } = parts.authentication;
  endpoint(app, '/_export/:model', { get: exportEndpoint(parts) }, signedIn);
}
