import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.css': 'text/css',
};

export interface StaticHost {
  readonly url: string;
  stop(): Promise<void>;
}

/** Any host of plain files: a path that is no file answers the index page. */
export async function serveStatic(folder: string, port: number): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://host').pathname);
    const file = statSync(path, { throwIfNoEntry: false })?.isFile()
      ? path
      : join(folder, 'index.html');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
