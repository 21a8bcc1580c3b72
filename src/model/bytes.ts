import type { FieldType } from './model.js';

const KB = 1024;
const MB = 1024 * KB;

/** The types whose value has a size: bytes are in the row, and so read into memory; files are streamed to a storage. */
const SIZES = {
  bytes: { usual: MB, most: 64 * MB },
  file: { usual: 10 * MB, most: 5000 * MB },
  image: { usual: 5 * MB, most: 64 * MB },
} as const;

export type SizedType = keyof typeof SIZES;

/** The types of files, which are kept beside the row. */
const FILE_TYPES = ['file', 'image'] as const satisfies readonly SizedType[];

export const isSized = (type: FieldType): type is SizedType => Object.hasOwn(SIZES, type);

export const isFile = ({ type }: { readonly type: FieldType }): boolean =>
  FILE_TYPES.some((one) => one === type);

/** The most bytes of a field of the type that says nothing else. */
export const usualSize = (type: SizedType): number => SIZES[type].usual;

/** The largest limit of a field of the type. */
export const mostBytes = (type: SizedType): number => SIZES[type].most;

/** A limit as a model has it: null for the usual one. */
export const limitOf = (type: SizedType, bytes: number | null): number | null =>
  bytes === usualSize(type) ? null : bytes;

const UNITS = { b: 1, kb: KB, mb: MB } as const;

/** The number of bytes of a size such as `500kb`; null for any other text. */
export function bytesIn(size: string): number | null {
  const [, number, unit = 'b'] = /^([1-9]\d{0,8})(b|kb|mb)?$/.exec(size.trim().toLowerCase()) ?? [];
  return number === undefined ? null : Number(number) * UNITS[unit as keyof typeof UNITS];
}

/** A number of bytes as a size: `500kb`. */
export function sizeText(bytes: number): string {
  const unit = (['mb', 'kb'] as const).find((one) => bytes % UNITS[one] === 0) ?? 'b';
  return `${bytes / UNITS[unit]}${unit}`;
}
