import { formatNumber } from '../components/formats';

/** The first bytes of pictures that browsers show, in base64. */
const PICTURES = [
  ['iVBORw0KGgo', 'image/png', 'png'],
  ['/9j/', 'image/jpeg', 'jpg'],
  ['R0lGODdh', 'image/gif', 'gif'],
  ['R0lGODlh', 'image/gif', 'gif'],
] as const;

/** The type of a file, and the ending of its name. */
export interface FileKind {
  readonly type: string;
  readonly ending: string;
}

/** The kind of picture that bytes in base64 begin as; null where they are no picture. */
export function pictureKind(base64: string): FileKind | null {
  const found = PICTURES.find(([start]) => base64.startsWith(start));
  if (found) return { type: found[1], ending: found[2] };
  // RIFF, the length, WEBP.
  const isWebp = base64.startsWith('UklGR') && atob(base64.slice(0, 16)).slice(8, 12) === 'WEBP';
  return isWebp ? { type: 'image/webp', ending: 'webp' } : null;
}

/** The number of bytes of a text in base64. */
export function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** A number of bytes as people read it: `12.5 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`;
  return bytes < 1_000_000
    ? `${formatNumber(Math.round(bytes / 100) / 10)} kB`
    : `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`;
}

/** Bytes in base64 as a file that the browser saves. */
export const fileOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
    type: pictureKind(base64)?.type ?? 'application/octet-stream',
  });

/** A file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

const CHUNK = 32_768;
