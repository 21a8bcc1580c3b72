import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { safeMessage } from '../database/serialize-error.js';
import { databaseUrl } from '../settings/setting-values.js';
import { databasesAt } from './test-databases.js';

/** vitest's `globalSetup`: chooses where the tests of this run have their databases, and drops them at the end. */
export async function setup(vitest: TestProject): Promise<(() => Promise<void>) | undefined> {
  // What the root project provides is available to every project.
  if (!vitest.isRootProject()) return undefined;
  try {
    const url = databaseUrl(process.env['DATABASE_URL'] ?? '');
    const place = { url, prefix: await prefixOf(url) };
    const databases = databasesAt(place);
    await databases.drop(await databases.create());
    process.stderr.write(`tests run on ${placeName(url)}\n`);
    vitest.provide('testPlace', place);
    return () => databases.dropAll();
  } catch (error) {
    throw refusal(error);
  }
}

async function prefixOf(url: string): Promise<string> {
  const run = randomBytes(4).toString('hex');
  // A name has at most 63 bytes, of which a run's own suffix takes 22.
  if (!isSqlite(url)) return `${new URL(url).pathname.slice(1, 41).replaceAll(/\W/g, '_')}_${run}_`;
  const path = isInMemory(url) ? join(tmpdir(), 'tests') : url.slice('sqlite:'.length);
  await mkdir(dirname(path), { recursive: true });
  return mkdtemp(`${path}-`);
}

function placeName(url: string): string {
  if (isInMemory(url)) return 'SQLite, in temporary files';
  if (isSqlite(url)) return `SQLite, in files beside ${url.slice('sqlite:'.length)}`;
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}, in databases beside ${pathname.slice(1)}`;
}

const isSqlite = (url: string): boolean => url.startsWith('sqlite:');
const isInMemory = (url: string): boolean => url === 'sqlite::memory:';

const HELP =
  'help: sqlite::memory:, or postgres://user:password@host:5432/name of a user who may create databases';

/** The error without a stack, which helps nobody here. */
function refusal(error: unknown): Error {
  const message = `TEST_DATABASE_URL: ${safeMessage(error)}\n${HELP}`;
  return Object.assign(new Error(message), { stack: '' });
}
