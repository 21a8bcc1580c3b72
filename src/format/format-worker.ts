import { workerData } from 'node:worker_threads';
import type { Share } from './format-many.js';
import { formatCode, Unparsable } from './format-code.js';

/** A worker of `formatMany`: formats its share, null for what is no code, and ends. */
const { codes, port, isDone } = workerData as Share;

const textOrNull = (code: string): string | null => {
  try {
    return formatCode(code);
  } catch (error) {
    if (error instanceof Unparsable) return null;
    throw error;
  }
};

let texts: (string | null)[] = codes.map(() => null);
try {
  texts = codes.map(textOrNull);
} finally {
  port.postMessage(texts);
  const flag = new Int32Array(isDone);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}
