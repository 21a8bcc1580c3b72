import express, { type Router } from 'express';
import { endpoint } from './endpoint.js';
import { HttpProblem, notFound } from '../problem/problem.js';
import { findFile, sendFile } from './static-files.js';

/**
 * The pages load nothing but the service's own files, and talk to nobody else. The hash is that of the empty style element
 * which Emotion makes and then fills without text.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const BUILD_COMMAND = 'npm run build';

/** The React frontend from its build; its own router takes every path that is no file. */
export function createBackOffice(folder: string): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  endpoint(router, '/{*path}', {
    get: async (request, response) => {
      const path = decodeURIComponent(request.path);
      const index = await findFile(folder, 'index.html');
      if (index === null)
        throw new HttpProblem(503, `The back-office has no build yet; make it: ${BUILD_COMMAND}`);
      const found = await findFile(folder, path);
      // A file of an earlier build: the page would come as a script that is none.
      if (found === null && path.startsWith('/assets/'))
        throw notFound('The build has no such file.');
      const file = found ?? index;
      response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
      await sendFile(request, response, file, isHashed(file) ? IMMUTABLE : 'no-cache');
    },
  });
  return router;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The build names what stands in `assets` by its content. */
const isHashed = (file: string): boolean => /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+$/.test(file);
