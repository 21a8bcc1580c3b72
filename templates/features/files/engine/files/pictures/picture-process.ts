import sharp, { type Sharp, type SharpOptions } from 'sharp';

/*
 * The program of a process that reads one picture, which `decode-picture.ts` starts with its work: it prints the outcome as JSON,
 * and ends.
 */

/** A picture to be written anew: without what a camera wrote into it, upright, and of some width. */
export interface PictureWork {
  readonly from: string;
  readonly to: string;
  /** The format of the file by its first bytes, as sharp names it: no other decoder gets the file. */
  readonly format: string;
  /** The width of a small picture, in pixels; null for a picture as large as it is. */
  readonly width: number | null;
}

/** What has become of it: `why` completes "the picture ...". */
export type Outcome =
  | { readonly kind: 'done'; readonly width: number; readonly height: number }
  | { readonly kind: 'refused'; readonly why: string };

/** Pixels of all pages together. */
const MOST_PIXELS = 50_000_000;
const MOST_SIDE = 16_383;
const MOST_PAGES = 1000;

/** Decoders by format; all others are blocked. */
const LOADERS: Readonly<Record<string, string>> = {
  jpeg: 'VipsForeignLoadJpegFile',
  png: 'VipsForeignLoadPngFile',
  webp: 'VipsForeignLoadWebpFile',
  gif: 'VipsForeignLoadNsgifFile',
};

async function work({ from, to, format, width }: PictureWork): Promise<Outcome> {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [LOADERS[format]!] });
  const options: SharpOptions = {
    limitInputPixels: MOST_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  };
  // Only the header is read for these.
  const found = await sharp(from, options).metadata();
  const pages = found.pages ?? 1;
  const side = Math.max(found.width, found.pageHeight ?? found.height);
  if (found.format !== format) return refused('is not of the kind that it begins like');
  if (side > MOST_SIDE || found.width * (found.pageHeight ?? found.height) * pages > MOST_PIXELS)
    return refused(`has more than ${MOST_PIXELS / 1_000_000} million pixels`);
  if (pages > MOST_PAGES) return refused(`has more than ${MOST_PAGES} pages`);
  const isMoving = pages > 1 && width === null && (format === 'gif' || format === 'webp');
  const picture = sharp(from, { ...options, animated: isMoving }).autoOrient();
  const sized = width === null ? picture : picture.resize({ width, withoutEnlargement: true });
  const written = await inFormat(sized, width === null ? format : 'webp').toFile(to);
  return { kind: 'done', width: written.width, height: written.pageHeight ?? written.height };
}

const refused = (why: string): Outcome => ({ kind: 'refused', why });

/** Metadata is written only where one asks for it. */
function inFormat(picture: Sharp, format: string): Sharp {
  if (format === 'jpeg') return picture.jpeg({ quality: 90 });
  if (format === 'png') return picture.png({ compressionLevel: 8 });
  if (format === 'gif') return picture.gif();
  return picture.webp({ quality: 85 });
}

const outcome = await work(JSON.parse(process.argv.at(-1)!) as PictureWork).catch(() =>
  refused('cannot be read'),
);
process.stdout.write(JSON.stringify(outcome), () => process.exit());
