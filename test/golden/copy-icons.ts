/**
 * Copies the icons that projects need from `@mui/icons-material` into the `admin` feature: `npx tsx test/golden/copy-icons.ts`
 * after a page imports another icon or react-admin has another version, with the new version of MUI behind it after an update.
 * `icons.test.ts` compares the folder with both.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  iconModule,
  ICONS,
  iconsVersion,
  kitIcons,
  ownIcons,
  wholePackage,
} from '../support/icons.js';
import { writeChanged } from './write-changed.js';

const [version = iconsVersion()] = process.argv.slice(2);
const whole = wholePackage(version);
const wanted = new Set([...ownIcons(), ...kitIcons()]);
for (const file of readdirSync(ICONS))
  if (file.endsWith('.js') && !wanted.has(file.slice(0, -3))) rmSync(join(ICONS, file));
for (const name of wanted) writeChanged(join(ICONS, `${name}.js`), await iconModule(whole, name));

const manifest = join(ICONS, 'package.json');
const text = readFileSync(manifest, 'utf8');
writeFileSync(manifest, text.replace(/"version": ".*"/, `"version": "${version}"`));
