/**
 * Copies the icons that projects need from `@mui/icons-material` into the `admin` feature: `npx tsx test/golden/copy-icons.ts`,
 * after a page imports another icon, or react-admin has another version. `icons.test.ts` holds the folder to both.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { iconModule, ICONS, kitIcons, ownIcons, WHOLE } from '../support/icons.js';
import { writeChanged } from './write-changed.js';

const wanted = new Set([...ownIcons(), ...kitIcons()]);
for (const file of readdirSync(ICONS))
  if (file.endsWith('.js') && !wanted.has(file.slice(0, -3))) rmSync(join(ICONS, file));
for (const name of wanted) writeChanged(join(ICONS, `${name}.js`), await iconModule(name));

const { version } = JSON.parse(readFileSync(join(WHOLE, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const manifest = join(ICONS, 'package.json');
const text = readFileSync(manifest, 'utf8');
writeFileSync(manifest, text.replace(/"version": ".*"/, `"version": "${version}"`));
