import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './measure.js';
import type { Asked } from './operations.js';
import { freePort, startServer, stopServer, waitFor } from './servers.js';

interface Peer {
  readonly name: string;
  readonly program: string;
  readonly packages: readonly string[];
  /** The same question in the peer's own words. */
  readonly translate: (asked: Asked) => Asked;
  readonly ready: string;
}

/** The words of a list request of `operations.ts`, taken apart for a peer's own query language. */
function listWords(path: string) {
  const query = new URL(path, 'http://peer').searchParams;
  const [start, end] = [Number(query.get('_start')), Number(query.get('_end'))];
  return {
    status: query.get('status'),
    title: query.get('title__ilike'),
    sort: query.get('_sort'),
    start,
    end,
    limit: end - start,
  };
}

const joined = (...parts: readonly (string | false | null)[]) => parts.filter(Boolean).join('&');

/** Lists are rewritten by `list`; everything else stays as it is. */
const lists =
  (list: (words: ReturnType<typeof listWords>) => string) =>
  (asked: Asked): Asked =>
    asked.path.includes('?') ? { ...asked, path: `/task?${list(listWords(asked.path))}` } : asked;

const BETTER_SQLITE = 'better-sqlite3@12.11.1';

export const PEERS: readonly Peer[] = [
  {
    name: 'Feathers',
    program: 'feathers.mjs',
    packages: [
      '@feathersjs/feathers@5.0.50',
      '@feathersjs/koa@5.0.50',
      '@feathersjs/knex@5.0.50',
      'knex@3.3.0',
      BETTER_SQLITE,
    ],
    ready: '/task/1',
    translate: lists((words) =>
      joined(
        `$limit=${words.limit}&$skip=${words.start}`,
        words.status && `status=${words.status}`,
        words.title && `title[$like]=${encodeURIComponent(`%${words.title}%`)}`,
        words.sort && `$sort[${words.sort}]=1`,
      ),
    ),
  },
  {
    name: 'NestJS',
    program: 'nest.mjs',
    packages: [
      '@nestjs/core@11',
      '@nestjs/common@11',
      '@nestjs/platform-express@11',
      '@nestjs/typeorm@11',
      'typeorm@0.3',
      '@dataui/crud@5.3.4',
      '@dataui/crud-typeorm@5.3.4',
      'class-validator@0.14',
      'class-transformer@0.5.1',
      'reflect-metadata@0.2.2',
      'rxjs@7',
      BETTER_SQLITE,
    ],
    ready: '/task/1',
    translate: lists((words) =>
      joined(
        `limit=${words.limit}&offset=${words.start}`,
        words.status && `filter=status||$eq||${words.status}`,
        words.title && `filter=title||$contL||${encodeURIComponent(words.title)}`,
        words.sort && `sort=${words.sort},ASC`,
      ),
    ),
  },
  {
    name: 'Strapi',
    program: 'strapi.mjs',
    // 5.55 names packages that were never published.
    packages: ['@strapi/strapi@5.54.0', BETTER_SQLITE],
    ready: '/api/tasks/doc1',
    translate: (asked) => strapiRequest(asked),
  },
  {
    name: 'json-server',
    program: 'json-server.mjs',
    packages: ['json-server@0.17.4', BETTER_SQLITE],
    ready: '/task/1',
    translate: lists((words) =>
      joined(
        `_start=${words.start}&_end=${words.end}`,
        words.status && `status=${words.status}`,
        words.title && `title_like=${encodeURIComponent(words.title)}`,
        words.sort && `_sort=${words.sort}`,
      ),
    ),
  },
];

/** Strapi speaks of documents below `/api/tasks`, wraps bodies in `data`, and updates by PUT. */
function strapiRequest({ method, path, body }: Asked): Asked {
  if (path.includes('?')) {
    const words = listWords(path);
    const query = joined(
      `pagination[start]=${words.start}&pagination[limit]=${words.limit}`,
      words.status && `filters[status_text][$eq]=${words.status}`,
      words.title && `filters[title][$containsi]=${encodeURIComponent(words.title)}`,
      words.sort && `sort=${words.sort}:asc`,
    );
    return { method, path: `/api/tasks?${query}` };
  }
  const id = path.slice('/task/'.length);
  const { status, ...rest } = (body ?? {}) as Record<string, unknown>;
  return {
    method: method === 'PATCH' ? 'PUT' : method,
    path: id ? `/api/tasks/doc${id}` : '/api/tasks',
    ...(body !== undefined && {
      body: { data: status === undefined ? rest : { ...rest, status_text: status } },
    }),
  };
}

/** Installs a peer into a folder of its own (once) and starts it on the given database file. */
export async function startPeer(peer: Peer, file: string, directory: string): Promise<Target> {
  const home = join(directory, peer.name);
  if (!existsSync(join(home, 'node_modules'))) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"private": true, "type": "module"}\n');
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...peer.packages],
      { cwd: home, stdio: 'inherit' },
    );
  }
  copyFileSync(join(import.meta.dirname, 'peers', peer.program), join(home, peer.program));
  const port = await freePort();
  const log = join(home, 'bench.log');
  const child = startServer([peer.program, file, String(port)], { cwd: home, log });
  const base = `http://127.0.0.1:${port}`;
  await waitFor(base + peer.ready, child, log);
  return {
    name: peer.name,
    base,
    headers: {},
    pid: child.pid!,
    translate: peer.translate,
    stop: () => stopServer(child),
  };
}
