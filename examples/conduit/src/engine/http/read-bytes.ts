import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { badRequest, HttpProblem } from '../problem/problem.js';

/** The bytes of a body; 413 over `limit` of them. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      // The rest is read and discarded, so that the caller reads the response.
      request.removeAllListeners('data').resume();
      reject(tooLarge(limit));
    };
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse();
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if ((size += chunk.length) > limit) refuse();
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.once('error', () => reject(endedEarly()));
  });
}

/** The same as a stream: reading fails with 413 after `limit` bytes. */
export function streamBytes(request: IncomingMessage, limit: number): Readable {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? tooLarge(limit) : null, chunk);
    },
  });
  // Delivered to whoever reads; until then there may be no listener, and an unhandled error event would end the process.
  stream.on('error', () => undefined);
  // The rest is read and discarded, so that the caller reads the response.
  stream.once('close', () => request.unpipe(stream).resume());
  request.once('error', () => stream.destroy(endedEarly()));
  return request.pipe(stream);
}

const tooLarge = (limit: number) => new HttpProblem(413, `The body is larger than ${limit} bytes.`);
const endedEarly = () => badRequest('The body ended too early.');
