import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sectionsOf } from '../release/changelog.js';
import { EXAMPLES, folderOf, isShared, renderExample } from './example.js';
import { readTree } from './read-tree.js';
import { filesOfRelease, hashesIn, isWhole, readWhole, versionInReadme } from './whole.js';

const WHOLE = EXAMPLES.find(isWhole)!;
const REFRESH = 'a release refreshes them, by `npm run examples -- --whole`: change the template';

it('the whole example has its shared files as the release wrote them', () => {
  const ofRelease = filesOfRelease(WHOLE);
  const own = [...readTree(folderOf(WHOLE))].filter(
    ([path]) => isShared(WHOLE, path) || ofRelease.has(path),
  );
  expect(hashesIn(new Map(own)), REFRESH).toEqual(readWhole().files);
});

it('no file of a release is rendered with each change, too', () => {
  const rendered = [...renderExample(WHOLE).keys()].filter((path) => !isShared(WHOLE, path));
  const ofRelease = filesOfRelease(WHOLE);
  expect(rendered.filter((path) => ofRelease.has(path))).toEqual([]);
});

it('the whole example is of the last release, or of a version that is not released', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const sections = sectionsOf(changelog);
  const released = sections.findIndex(({ isClosed }) => isClosed);
  const allowed = released < 0 ? sections : sections.slice(0, released + 1);
  expect(
    allowed.map(({ version }) => version),
    '`npm run examples -- --whole` is part of a release',
  ).toContain(readWhole().version);
  expect(versionInReadme()).toBe(readWhole().version);
});
