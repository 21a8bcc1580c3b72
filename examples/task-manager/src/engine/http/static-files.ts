import { existsSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Request, Response } from 'express';

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

/**
 * Sends a file, compressed where the caller takes that and the build has made it; a part where a part is asked for, 304 when
 * the caller has it already.
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
      // The reader has gone, which is nobody's mistake.
      if (error === undefined || error.code === 'ECONNABORTED') resolve();
      else reject(error);
    });
  });
}

/** The headers are set already, and the path is one that the service has chosen. */
const OPTIONS = { cacheControl: false, lastModified: false, dotfiles: 'allow' } as const;

const entityTag = ({ mtimeMs, size }: Stats): string =>
  `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
