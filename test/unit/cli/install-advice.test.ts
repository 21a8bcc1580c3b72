import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree } from '../../golden/read-tree.js';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * A command that fetches crudgen from a registry by its name. None has the package: whoever registers the name would run code at
 * everybody who follows such advice.
 */
const BY_NAME =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) (?:i|install|add|exec|x|dlx|init|create))\b(?:[ \t]+-[-\w=]+)*[ \t]+(?:(?!\.{0,2}\/|#)[^\s`]+[ \t]+)*['"]?crudgen(?:@[^\s`'"]*)?(?![\w./-])/g;

const adviceIn = (text: string): string[] => text.match(BY_NAME) ?? [];

describe('advice to install crudgen', () => {
  it('never names it alone', () => {
    const folders = ['src', 'templates', 'bin', 'examples'].flatMap((folder) =>
      [...readTree(join(ROOT, folder))].map(([path, text]) => [`${folder}/${path}`, text] as const),
    );
    const pages = ['README.md', 'CHANGELOG.md', 'package.json'].map(
      (path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const,
    );
    const found = [...folders, ...pages].flatMap(([path, text]) =>
      adviceIn(text).map((advice) => `${path}: ${advice}`),
    );
    expect(folders.length).toBeGreaterThan(1000);
    expect(found).toEqual([]);
  });

  it.each([
    'npx crudgen sync',
    'npx crudgen@0.3.0 sync',
    'npx --yes crudgen init',
    'npx crudgen@${project}',
    'npm install crudgen',
    'npm install --global crudgen',
    'npm i -D crudgen@latest',
    'npm i typescript crudgen',
    'npm exec crudgen',
    'npm install --save-dev "crudgen"',
    'pnpm dlx crudgen init',
    'yarn add crudgen',
    'npm init crudgen',
  ])('is recognised: %s', (text) => expect(adviceIn(`run \`${text}\`.`)).toHaveLength(1));

  it.each([
    'npm install --global ./crudgen-0.3.0.tgz',
    'npm install --global ./crudgen-<version>.tgz',
    'npm install --save-dev ../crudgen',
    'npm install --global .',
    'npm install --global /home/me/crudgen',
    'npm install, then crudgen sync',
    'npm install\ncrudgen doctor',
  ])('may name a place: %s', (text) => expect(adviceIn(text)).toEqual([]));
});
