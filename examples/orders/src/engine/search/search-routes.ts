import type { RequestHandler } from 'express';
import type { Search } from './search-config.js';

/** `GET /config/search`: what the frontend's search bar asks for. */
export const searchConfig =
  (search: Search): RequestHandler =>
  (_request, response) => {
    response.setHeader('cache-control', 'no-cache');
    response.json(search.config());
  };
