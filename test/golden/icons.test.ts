import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ICONS, iconsVersion, kitIcons, ownIcons } from '../support/icons.js';

const files = readdirSync(ICONS).filter((file) => file.endsWith('.js'));
const HOW = 'npx tsx test/golden/copy-icons.ts';

it('the icons of a project are those that its pages, models and docs name, and those that react-admin imports', () => {
  const [own, kit] = [ownIcons(), kitIcons()];
  expect(own.size).toBeGreaterThan(60);
  expect(kit.size).toBeGreaterThan(40);
  const wanted = [...new Set([...own, ...kit])].map((name) => `${name}.js`);
  expect(files.toSorted(), HOW).toEqual(wanted.toSorted());
});

it('they have the version of the installed MUI', () => {
  const manifest = join(ICONS, '../../../../../node_modules/@mui/material/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(iconsVersion(), `${HOW} ${version}`).toBe(version);
});
