import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PICTURES } from './content-type.js';
import type { PictureDecoder } from './pictures/decode-picture.js';
import { smallKey, type Storage, type Width } from './storage/storage.js';

/** The type of small pictures. */
export const SMALL_TYPE = 'image/webp';

/** Makes small pictures of files when somebody asks for the first one, and keeps them beside the file. */
export class SmallPictures {
  /** The small pictures that are being made, by their keys. */
  readonly #making = new Map<string, Promise<void>>();

  constructor(
    private readonly storage: Storage,
    private readonly decoder: PictureDecoder,
  ) {}

  /** The key of the small picture of a file; null for a file without a picture. */
  async keyOf(
    file: { readonly id: string; readonly type: string },
    width: Width,
  ): Promise<string | null> {
    const format = PICTURES[file.type]?.format;
    if (format === undefined) return null;
    const key = smallKey(file.id, width);
    if (await this.#isThere(key)) return key;
    const making = this.#making.get(key) ?? this.#make(file.id, width, format);
    this.#making.set(key, making);
    try {
      await making;
    } finally {
      this.#making.delete(key);
    }
    return key;
  }

  async #isThere(key: string): Promise<boolean> {
    const content = await this.storage.read(key, { start: 0, end: 0 });
    content?.destroy();
    return content !== null;
  }

  async #make(id: string, width: Width, format: string): Promise<void> {
    const content = await this.storage.read(id);
    if (content === null) throw new Error(`the content of the file ${id} is gone`);
    const [from, to] = [scratchPath(this.storage), scratchPath(this.storage)];
    try {
      await mkdir(this.storage.scratch, { recursive: true });
      await pipeline(content, createWriteStream(from, { flags: 'wx' }));
      await this.decoder.decode({ from, to, format, width }, 'width');
      await this.storage.keep(smallKey(id, width), to);
      // The file may have been removed meanwhile: nobody would remove this one after it.
      if (!(await this.#isThere(id))) await this.storage.remove(id);
    } finally {
      for (const path of [from, to]) await rm(path, { force: true });
    }
  }
}

/** A place for a file on its way. */
export const scratchPath = ({ scratch }: Pick<Storage, 'scratch'>): string =>
  join(scratch, randomUUID());
