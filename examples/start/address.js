import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';

/** Where the service will listen, by its environment and by the project's `.env`, as the service reads them. */
export function addressOf(project, env) {
  const file = join(project, '.env');
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const { PORT = '3000', HOST = '127.0.0.1' } = { ...own, ...env };
  return { port: Number(PORT), host: HOST };
}

/** Why nobody can listen there, as a sentence, which tells to run `command` elsewhere; null where one can, or where the service has more to say of it. */
export function portProblem({ port, host }, command) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve(problemOf(code, port, command)));
    try {
      server.listen({ port, host }, () => server.close(() => resolve(null)));
    } catch {
      resolve(null);
    }
  });
}

function problemOf(code, port, command) {
  if (code === 'EADDRINUSE')
    return `port ${port} is in use, perhaps by another \`${command}\`; stop that process, or use another port: PORT=${port + 1} ${command}`;
  if (code === 'EACCES')
    return `you are not allowed to listen on port ${port}; use a port above 1023: PORT=3000 ${command}`;
  return null;
}

/** The URL of the service, once it answers that it is ready; null where its port is not known beforehand. */
export async function whenReady({ port, host }) {
  if (!(port > 0)) return null;
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  while (!(await isReady(url))) await sleep(50);
  return url;
}

const isReady = (url) =>
  new Promise((resolve) => {
    get(`${url}/readyz`, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
