import express, { type Request, type Response, type Router } from 'express';
import { endpoint } from './endpoint.js';
import { HttpProblem, notFound } from '../problem/problem.js';
import { existsSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/**
 * The pages load only the service's own files and connect to nothing else. The hash is that of the empty style element which
 * Emotion creates and then fills without text.
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

/** The built React front end; its own router handles every path that is not a file. */
export function createBackOffice(folder: string): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  endpoint(router, '/{*path}', {
    get: async (request, response) => {
      const path = decodeURIComponent(request.path);
      const index = await findFile(folder, 'index.html');
      if (index === null)
        throw new HttpProblem(503, `The back-office has no build yet; make it: ${BUILD_COMMAND}`);
      const found = await findFile(folder, path);
      // A file of an earlier build: otherwise the page would be sent in place of a script.
      if (found === null && path.startsWith('/assets/'))
        throw notFound('The build does not contain this file.');
      const file = found ?? index;
      response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
      await sendFile(request, response, file, isHashed(file) ? IMMUTABLE : 'no-cache');
    },
  });
  return router;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The build puts a content hash into the names of files in `assets`. */
const isHashed = (file: string): boolean => /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+$/.test(file);

/** Compressed copies that a build may have put beside a file, the best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** The file of a folder that a path names, or null; nothing outside the folder, nothing hidden. */
export async function findFile(folder: string, path: string): Promise<string | null> {
  if (path.includes('\0') || path.split(/[/\\]/).some((part) => part.startsWith('.'))) return null;
  const file = join(folder, path);
  if (!file.startsWith(folder + sep)) return null;
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? file : null;
}

/**
 * Sends a file, compressed if the caller accepts it and the build has such a copy; with range requests, and 304 when the
 * caller has it already.
 */
export async function sendFile(
  request: Request,
  response: Response,
  file: string,
  cacheControl: string,
): Promise<void> {
  const encoding = ENCODINGS.find(
    ({ name, ending }) => request.acceptsEncodings(name) === name && existsSync(file + ending),
  );
  const path = file + (encoding?.ending ?? '');
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', entityTag(await stat(path)));
  response.vary('Accept-Encoding');
  response.type(extname(file));
  if (encoding) response.setHeader('content-encoding', encoding.name);
  await new Promise<void>((resolve, reject) => {
    response.sendFile(path, OPTIONS, (error?: NodeJS.ErrnoException) => {
      // The reader has disconnected, which is not an error.
      if (error === undefined || error.code === 'ECONNABORTED') resolve();
      else reject(error);
    });
  });
}

/** The headers are set already, and the service itself has chosen the path. */
const OPTIONS = { cacheControl: false, lastModified: false, dotfiles: 'allow' } as const;

const entityTag = ({ mtimeMs, size }: Stats): string =>
  `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
