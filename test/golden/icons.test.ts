import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { iconModule, ICONS, kitIcons, ownIcons, WHOLE } from '../support/icons.js';

const files = readdirSync(ICONS).filter((file) => file.endsWith('.js'));
const HOW = 'npx tsx test/golden/copy-icons.ts';

describe('the icons of a project', () => {
  it('are those that its pages, models and docs name, and those that react-admin imports', () => {
    const [own, kit] = [ownIcons(), kitIcons()];
    expect(own.size).toBeGreaterThan(60);
    expect(kit.size).toBeGreaterThan(40);
    const wanted = [...new Set([...own, ...kit])].map((name) => `${name}.js`);
    expect(files.toSorted(), HOW).toEqual(wanted.toSorted());
  });

  it('are drawn as the package draws them', async () => {
    for (const file of files)
      expect(readFileSync(join(ICONS, file), 'utf8'), HOW).toBe(
        await iconModule(file.slice(0, -3)),
      );
  });

  it('have the version and the license of the package', () => {
    const versionIn = (folder: string) => {
      const text = readFileSync(join(folder, 'package.json'), 'utf8');
      const { name, version, license } = JSON.parse(text) as Record<string, string>;
      return { name, version, license };
    };
    expect(versionIn(ICONS)).toEqual(versionIn(WHOLE));
    const license = (folder: string) => readFileSync(join(folder, 'LICENSE'), 'utf8');
    expect(license(ICONS)).toBe(license(WHOLE));
  });
});
