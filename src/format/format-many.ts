import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { formatCode } from './format-code.js';

/** The smallest share of a thread, in codes: a thread takes as long to load prettier as it takes to format a dozen of them. */
const SHARE = 50;

/** Milliseconds after which a thread is not waited for: what it was to format is formatted here. */
const PATIENCE = 60_000;

/** Absent where the source runs as it is, as in unit tests. */
const WORKER = fileURLToPath(new URL('./format-worker.js', import.meta.url));

/** What a worker is given: codes to format, and how it says that it has. */
export interface Share {
  readonly codes: readonly string[];
  readonly port: MessageChannel['port2'];
  /** One integer, which becomes 1 when the texts have been sent. */
  readonly isDone: SharedArrayBuffer;
}

/** Codes in prettier's format, in their order; many of them on all processors. Throws `Unparsable`. */
export function formatMany(codes: readonly string[]): readonly string[] {
  const threads = threadsFor(codes.length);
  const shareOf = (thread: number) => codes.filter((_, at) => at % threads === thread);
  const others = Array.from({ length: threads - 1 }, (_, at) => formatElsewhere(shareOf(at + 1)));
  const own = shareOf(0).map((code) => formatCode(code));
  const shares = [own, ...others.map((wait) => wait())];
  return codes.map((_, at) => shares[at % threads]![Math.floor(at / threads)]!);
}

/** One for each share, this one among them, as far as there are processors. */
function threadsFor(count: number): number {
  const shares = Math.floor(count / SHARE);
  return shares < 2 || !existsSync(WORKER) ? 1 : Math.min(shares, availableParallelism());
}

/** Starts a worker; what comes back waits for its texts. */
function formatElsewhere(codes: readonly string[]): () => readonly string[] {
  const { port1, port2 } = new MessageChannel();
  const isDone = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData: Share = { codes, port: port2, isDone };
  new Worker(WORKER, { workerData, transferList: [port2] }).unref();
  return () => {
    Atomics.wait(new Int32Array(isDone), 0, 0, PATIENCE);
    const texts = (receiveMessageOnPort(port1)?.message ?? []) as readonly (string | null)[];
    port1.close();
    // Code that the worker could not format throws here.
    return codes.map((code, at) => texts[at] ?? formatCode(code));
  };
}
