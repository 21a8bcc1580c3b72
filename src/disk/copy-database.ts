import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The request to the process that copies a file of SQLite. */
export interface CopyAsked {
  /** A folder from which the driver can be loaded. */
  readonly folder: string;
  readonly from: string;
  readonly to: string;
}

/** Copies a file of SQLite as it is at one moment, whatever others write meanwhile. Returns why it cannot; null once it has. */
export async function copyDatabase(asked: CopyAsked): Promise<string | null> {
  await mkdir(dirname(asked.to), { recursive: true });
  const file = fileURLToPath(new URL('./child/copy-database.js', import.meta.url));
  const child = fork(file, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done) => {
    child.on('error', ({ message }) => done(message));
    child.on('close', (code) =>
      done(code === 0 ? null : /^\w*Error: .*$/m.exec(stderr)?.[0] || 'the copy was interrupted'),
    );
    child.send({ ...asked });
  });
}
