import type { Express } from 'express';
import { endpoint } from '../http/endpoint.js';
import type { AppParts, Feature } from '../service/project.js';
import { timeout } from '../settings/setting-values.js';
import { livePaths } from './live-paths.js';

/** The settings of open pages. */
export interface LiveSettings {
  /** Seconds after which an open page asks again; 0 where none does. */
  readonly every: number;
}

/** Tells the back-office how often its open pages ask for changes; what they ask are lists and records like any other. */
export const live: Feature<LiveSettings> = {
  name: 'live',
  readSettings: (read) => ({ every: read('LIVE_EVERY', '10s', timeout) }),
  testSettings: { every: 10 },
  endpoints: { add: addLive, paths: livePaths },
};

/** `GET /config/live`: a page reads it once. */
function addLive(app: Express, { authentication }: AppParts, { every }: LiveSettings): void {
  endpoint(
    app,
    '/config/live',
    { get: (_request, response) => void response.json({ every }) },
    authentication.signedIn,
  );
}
