import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withoutMarkers } from '../../../../src/code/conflict-markers.js';
import { basePath } from '../../../../src/disk/base-store.js';
import { mergeGitConflicts } from '../../../../src/project/open/git-conflicts.js';
import { git } from '../../../support/project-on-disk.js';

const PAGE = 'web/src/pages/order/order.show.tsx';
const page = (...relations: readonly string[]) => `export const Related = () => (
  <RelatedTabs>
${relations.map((name) => `    <RelatedTab relation="${name}">\n      <TextColumn source="${name}" />\n    </RelatedTab>\n`).join('')}  </RelatedTabs>
);
`;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crudgen-stages-'));
  git(root, 'init', '--quiet', '--initial-branch=main');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(root, path), 'utf8');

function commit(text: string): void {
  for (const path of [PAGE, basePath(PAGE)]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git(root, 'add', '--all');
  expect(git(root, 'commit', '--quiet', '--message', 'a change')).toMatchObject({ status: 0 });
}

it('a copy that git left in conflict has what both branches have in their copies', async () => {
  commit(page('lines'));
  git(root, 'switch', '--quiet', '--create', 'shipments');
  commit(page('lines', 'shipments'));
  git(root, 'switch', '--quiet', 'main');
  commit(page('lines', 'notes'));
  git(root, 'merge', '--quiet', 'shipments');
  const repaired = new Map([[PAGE, withoutMarkers(read(basePath(PAGE)))]]);
  expect(repaired.get(PAGE)).toMatch(/<\/RelatedTab>\s*<\/RelatedTab>/);
  const both = page('lines', 'notes', 'shipments');
  const { settled, base } = await mergeGitConflicts(root, new Map([[PAGE, read(PAGE)]]), repaired);
  expect([settled.get(PAGE), base.get(PAGE)]).toEqual([both, both]);
  // Its owner has put the file in order themselves.
  const alone = await mergeGitConflicts(root, new Map([[PAGE, both]]), repaired);
  expect([alone.settled.size, alone.base.get(PAGE)]).toEqual([0, both]);
});
