import type { RecordId } from '../application';
import { formatNumber } from '../components/formats';

/** What a field of a file holds, as the service sends it. */
export interface StoredFile {
  id: string;
  name: string;
  /** The media type, by the content. */
  type: string;
  /** Bytes. */
  size: number;
  /** Pixels, of a picture. */
  width?: number;
  height?: number;
}

/** The field of a record that has a file. */
export interface FilePlace {
  model: string;
  id: RecordId;
  field: string;
}

/** A value of a field as the file that it is; null for no file. */
export function storedFile(value: unknown): StoredFile | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, name, type, size } = value as Partial<Record<keyof StoredFile, unknown>>;
  const isFile = [id, name, type].every((one) => typeof one === 'string');
  return isFile && typeof size === 'number' ? (value as StoredFile) : null;
}

/** Whether there are small pictures of a file. */
export const isPicture = ({ width }: StoredFile): boolean => width !== undefined;

/** As limits of fields count them: `500kb` are 500 of the first. */
const STEPS = [
  ['kB', 1024],
  ['MB', 1024 ** 2],
  ['GB', 1024 ** 3],
] as const;

/** A number of bytes as people read it: `12.5 kB`. */
export function formatSize(bytes: number): string {
  const [sign, size] = STEPS.findLast(([, least]) => bytes >= least) ?? ['B', 1];
  return `${formatNumber(Math.round((bytes / size) * 10) / 10)} ${sign}`;
}
