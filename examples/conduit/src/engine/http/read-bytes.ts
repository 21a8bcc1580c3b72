import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { badRequest, HttpProblem } from '../problem/problem.js';

/** A body's bytes; 413 over `limit` of them. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = () => {
      // The rest is read and dropped, so that the caller gets to the answer.
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

/** The same as they come: reading fails with 413 after `limit` of them. */
export function streamBytes(request: IncomingMessage, limit: number): Readable {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? tooLarge(limit) : null, chunk);
    },
  });
  // Whoever reads gets it; until then nobody may listen, and an error without a listener ends the process.
  stream.on('error', () => undefined);
  // The rest is read and dropped, so that the caller gets to the answer.
  stream.once('close', () => request.unpipe(stream).resume());
  request.once('error', () => stream.destroy(endedEarly()));
  return request.pipe(stream);
}

const tooLarge = (limit: number) => new HttpProblem(413, `The body is larger than ${limit} bytes.`);
const endedEarly = () => badRequest('The body ended too early.');
