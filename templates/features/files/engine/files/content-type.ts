import { isUtf8 } from 'node:buffer';
import { extname } from 'node:path';

/** The number of bytes at the start of a file that tell its type. */
export const HEAD_BYTES = 4096;

/** What a file begins with, from a place on. */
interface Magic {
  readonly type: string;
  readonly at?: number;
  readonly bytes: string;
}

/** Texts are in Latin-1. */
const MAGIC: readonly Magic[] = [
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'image/webp', at: 8, bytes: 'WEBPVP8' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/heic', at: 4, bytes: 'ftypheic' },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/gzip', bytes: '\x1f\x8b\x08' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio/mpeg', bytes: '\xff\xfb' },
  { type: 'audio/wav', at: 8, bytes: 'WAVE' },
  { type: 'audio/ogg', bytes: 'OggS' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', bytes: '\x1aE\xdf\xa3' },
];

/** Formats that are archives inside, by the ending of their names: as an archive or as these they are only ever saved. */
const ARCHIVES: Readonly<Record<string, string>> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
};

const TEXTS: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.md': 'text/markdown',
};

/** The type of a file of no known kind. */
export const UNKNOWN = 'application/octet-stream';

/** The media type of a file by its first bytes; its name only tells formats apart whose bytes are alike. */
export function contentType(head: Buffer, name: string): string {
  const start = head.toString('latin1', 0, 32);
  const found = MAGIC.find(({ at = 0, bytes }) => start.startsWith(bytes, at));
  const ending = extname(name).toLowerCase();
  if (found?.type === 'application/zip') return ARCHIVES[ending] ?? found.type;
  if (found) return found.type;
  if (!isText(head)) return UNKNOWN;
  return markup(head.toString('utf8')) ?? TEXTS[ending] ?? 'text/plain';
}

function isText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false;
  if (isUtf8(head)) return true;
  // The last letter may be cut off.
  return head.length >= HEAD_BYTES && [1, 2, 3].some((cut) => isUtf8(head.subarray(0, -cut)));
}

/** Texts that browsers would run as pages. */
function markup(text: string): string | null {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (!start.startsWith('<')) return null;
  if (/<svg[\s>]/i.test(start)) return 'image/svg+xml';
  return /^<\?xml/i.test(start) ? 'application/xml' : 'text/html';
}

/** A kind of pictures: the name that sharp has for it, and the endings of its names, the usual one first. */
interface PictureKind {
  readonly format: string;
  readonly endings: readonly [string, ...string[]];
}

/** The pictures that fields of images take. */
export const PICTURES: Readonly<Record<string, PictureKind>> = {
  'image/jpeg': { format: 'jpeg', endings: ['jpg', 'jpeg'] },
  'image/png': { format: 'png', endings: ['png'] },
  'image/webp': { format: 'webp', endings: ['webp'] },
  'image/gif': { format: 'gif', endings: ['gif'] },
};

/** Types that browsers show by themselves, and run no code of; all others are only ever saved. */
const SHOWN: ReadonlySet<string> = new Set([
  ...Object.keys(PICTURES),
  ...(['image/avif', 'text/plain', 'audio/mpeg', 'audio/wav', 'audio/ogg'] as const),
  ...(['video/mp4', 'video/webm'] as const),
]);

/** Whether a file of the type is shown in place of being saved. */
export const isShown = (type: string): boolean => SHOWN.has(type);
