import type { Tree } from '../../../src/tree.js';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Context } from '../../../src/cli/context.js';
import { PLAIN } from '../../../src/cli/style.js';
import { bytesOf } from '../../../src/disk/contents.js';
import type { Problem } from '../../../src/problem.js';
import { type Example, renderExample } from '../../golden/example.js';
import { storeOf } from '../../support/store-of.js';

/** A project, an example or as it is rendered, in a folder of its own for each test, and what commands said to it. */
export function useProject(given: Example | Tree) {
  const rendered = typeof given === 'string' ? renderExample(given) : given;
  const project = { root: '', said: [] as Problem[] };
  beforeEach(() => {
    project.root = mkdtempSync(join(tmpdir(), 'crudgen-project-'));
    project.said = [];
    const put = (path: string, text: string | Uint8Array) => {
      mkdirSync(dirname(join(project.root, path)), { recursive: true });
      writeFileSync(join(project.root, path), text);
    };
    // As `writePlan` leaves them, without waiting for the disk.
    for (const [path, text] of rendered) put(path, text);
    for (const [path, content] of storeOf(rendered)) put(path, bytesOf(path, content));
  });
  afterEach(() => rmSync(project.root, { recursive: true, force: true }));
  const read = (path: string): string => readFileSync(join(project.root, path), 'utf8');
  const write = (path: string, text: string) => writeFileSync(join(project.root, path), text);
  return {
    root: () => project.root,
    said: () => project.said,
    read,
    write,
    remove: (path: string) => rmSync(join(project.root, path)),
    edit: (path: string, change: (text: string) => string) => write(path, change(read(path))),
    files: (folder: string) => readdirSync(join(project.root, folder)).sort(),
    /** The migration that a command wrote. */
    migration: (): string => {
      const folder = 'src/database/migrations';
      const [name = ''] = readdirSync(join(project.root, folder)).filter((one) =>
        one.startsWith('20261121120000-'),
      );
      return read(`${folder}/${name}`);
    },
    context: (changes: Partial<Context> = {}): Context => ({
      args: [],
      cwd: project.root,
      now: new Date('2026-11-21T12:00:00Z'),
      dryRun: false,
      json: false,
      contents: false,
      onConflict: null,
      terminal: {
        style: PLAIN,
        errorStyle: PLAIN,
        status: () => true,
        width: 100,
        interactive: false,
        print: () => undefined,
        note: () => undefined,
        problems: (problems) => void project.said.push(...problems),
        data: () => undefined,
      },
      ...changes,
    }),
  };
}
