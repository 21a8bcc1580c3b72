import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, '.github/site/.tmp/dist');
const BASE = '/crudgen/';

const read = (path: string): string => readFileSync(join(DIST, path), 'utf8');

describe('npm run site', () => {
  beforeAll(() => {
    const { status, stderr } = spawnSync('npm', ['run', 'site'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, SITE_BASE: BASE },
    });
    if (status !== 0) throw new Error(stderr);
  }, 900_000);

  it('builds pages that are served below a path, and says their version', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const page = read('guides/endpoint.html');
    expect(page).toContain(`href="${BASE}guides/data.html"`);
    expect(page).toContain(`v${version}`);
  });

  it('links each picture to itself at full size, and shows it in the theme of the reader', () => {
    const page = read('start/gallery.html');
    for (const [theme, file] of [
      ['in-light', 'pictures/garage-list.png'],
      ['in-dark', 'pictures/garage-list-dark.png'],
    ]) {
      const link = `<a class="picture ${theme}" href="${BASE}${file}" target="_blank"><img src="${BASE}${file}"`;
      expect(page).toContain(link);
      expect(existsSync(join(DIST, file!))).toBe(true);
    }
  });

  it('puts Markdown beside each page, and lists all for programs', () => {
    expect(read('guides/endpoint.md')).toMatch(/^# /);
    expect(read('llms.txt')).toContain('](guides/endpoint.md)');
    expect(existsSync(join(DIST, 'llms-full.txt'))).toBe(true);
  });

  it('asks no other server for fonts, scripts or styles', () => {
    for (const path of ['index.html', 'guides/endpoint.html'])
      expect(read(path)).not.toMatch(/<(script|link|img)[^>]*(src|href)="https?:/);
  });
});
