import { size, type SettingReader } from '../settings/setting-values.js';
import { folderStorage } from './storage/folder.js';
import { s3Storage, type Bucket } from './storage/s3.js';
import type { Storage } from './storage/storage.js';

/** The settings of files. */
export interface FilesSettings {
  readonly folder: string;
  /** Bytes of the largest file. */
  readonly max: number;
  /** The bucket of all files; null where they are in the folder. */
  readonly bucket: Bucket | null;
}

export function readFilesSettings(read: SettingReader['read']): FilesSettings {
  const text = (given: string): string => given;
  const folder = read('FILES_DIR', 'data/files', text);
  const max = read('FILES_MAX', '100mb', size);
  const url = read('FILES_BUCKET', '', bucketUrl);
  const key = read('FILES_BUCKET_KEY', '', text);
  const secret = read('FILES_BUCKET_SECRET', '', text);
  const region = read('FILES_BUCKET_REGION', 'us-east-1', text);
  return { folder, max, bucket: url === null ? null : { url, key, secret, region } };
}

/** The address of a bucket; null for none. */
function bucketUrl(text: string): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === '' && url.password === '' && !/[?#]/.test(text);
  if (isPlain && /^https?:$/.test(url.protocol) && url.pathname.length > 1) return text;
  // The error does not show the text itself, which may contain a secret.
  throw new Error('expected the address of a bucket such as `https://s3.example.com/shop`');
}

/** Why the service must not start. */
export const storageRefusals = ({ bucket }: FilesSettings): readonly string[] =>
  bucket && (bucket.key === '' || bucket.secret === '')
    ? [
        'FILES_BUCKET needs FILES_BUCKET_KEY and FILES_BUCKET_SECRET: set both to those of the bucket',
      ]
    : [];

export const storageOf = ({ folder, bucket }: FilesSettings): Storage =>
  bucket ? s3Storage(bucket) : folderStorage(folder);
