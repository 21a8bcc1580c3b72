/** The most bytes of a field of bytes that says nothing else: 1 MB. */
export const BYTES_LIMIT = 1_048_576;

/** The largest limit of a field of bytes: requests are read into memory. */
export const MOST_BYTES = 64 * 1_048_576;

const UNITS = { b: 1, kb: 1024, mb: 1_048_576 } as const;

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
