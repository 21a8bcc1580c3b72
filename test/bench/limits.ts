import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './measure.js';
import { ROOT, startServer, stopServer } from './servers.js';

/** Starts a hand-written server (`limit.ts`, `limit-postgres.ts`) on a database, with its output in `log`. */
export async function startLimit(program: string, database: string, log: string): Promise<Target> {
  const file = join(import.meta.dirname, program);
  const child = startServer(['--import', 'tsx', file, database], { cwd: ROOT, log });
  for (;;) {
    const port = /listening (\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
    if (port)
      return {
        name: 'limit',
        base: `http://127.0.0.1:${port}`,
        headers: {},
        pid: child.pid!,
        stop: () => stopServer(child),
      };
    if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
