import { createReadStream, existsSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Compressed copies that a build may have put beside a file, the better first. */
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

/** Sends a file, compressed where the caller takes that and the build has made it; 304 when the caller has it already. */
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
  const stats = await stat(path);
  const tag = entityTag(stats);
  response.setHeader('cache-control', cacheControl);
  response.setHeader('etag', tag);
  response.vary('Accept-Encoding');
  if (request.headers['if-none-match']?.includes(tag)) return void response.status(304).end();

  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  response.setHeader('content-length', stats.size);
  if (encoding) response.setHeader('content-encoding', encoding.name);
  if (request.method === 'HEAD') return void response.end();
  await pipeline(createReadStream(path), response).catch((error: NodeJS.ErrnoException) => {
    // The reader has gone, which is nobody's mistake.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

const entityTag = ({ mtimeMs, size }: Stats): string =>
  `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
