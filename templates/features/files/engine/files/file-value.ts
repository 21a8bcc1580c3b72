/** What a field of a file holds: the facts of the file, whose content is in the storage. */
export interface FileValue {
  readonly id: string;
  readonly name: string;
  /** The media type, by the content: `image/jpeg`. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels, of a picture. */
  readonly width?: number;
  readonly height?: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is the id of a file. */
export const isFileId = (given: unknown): given is string =>
  typeof given === 'string' && UUID.test(given);

/** The id of the file in a field; null where the field has none. */
export function fileIdIn(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return isFileId(id) ? id : null;
}
