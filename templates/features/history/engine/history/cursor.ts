import { createCipheriv, createDecipheriv } from 'node:crypto';
import { derivedKey } from '../auth/derived-key.js';
import { refuse } from '../problem/problem.js';

/** One block of AES: the number of a change, and zeros, by which a cursor of somebody's own shows. */
const ALGORITHM = 'aes-128-ecb';
const KEY_BYTES = 16;
const BLOCK = 16;

/** Positions in the history that tell nothing: numbers of changes would say how many others there are. */
export interface Cursors {
  write(id: number): string;
  /** Throws 400 for what no page has returned. */
  read(text: string): number;
}

/** The cursors of a service. */
export function createCursors(secret: string): Cursors {
  const key = derivedKey(secret, 'history cursor', KEY_BYTES);
  return {
    write(id) {
      const block = Buffer.alloc(BLOCK);
      block.writeBigUInt64BE(BigInt(id));
      const cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false);
      return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
    },
    read(text) {
      const given = Buffer.from(text, 'base64url');
      if (given.length !== BLOCK) throw noCursor();
      const cipher = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false);
      const block = Buffer.concat([cipher.update(given), cipher.final()]);
      const id = Number(block.readBigUInt64BE());
      if (block.readBigUInt64BE(BLOCK / 2) !== 0n || !Number.isSafeInteger(id)) throw noCursor();
      return id;
    },
  };
}

const noCursor = () =>
  refuse('_after', 'no-cursor', '_after must be the x-next-cursor of a page, unchanged');
