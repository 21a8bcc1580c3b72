import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { iconModule, ICONS, iconsVersion, wholePackage } from '../support/icons.js';

const whole = wholePackage(iconsVersion());

it('icons are drawn as their package draws them', async () => {
  for (const file of readdirSync(ICONS).filter((one) => one.endsWith('.js')))
    expect(readFileSync(join(ICONS, file), 'utf8')).toBe(
      await iconModule(whole, file.slice(0, -3)),
    );
});

it('icons have the name and the license of their package', () => {
  const read = (folder: string) => ({
    name: (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name,
    license: readFileSync(join(folder, 'LICENSE'), 'utf8'),
  });
  expect(read(ICONS)).toEqual(read(whole));
});
