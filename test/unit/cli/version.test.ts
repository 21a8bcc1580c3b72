import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageName } from '../../../src/model/names.js';
import { PLAIN, styleFor } from '../../../src/cli/style.js';
import { typesHelp } from '../../../src/cli/commands/help.js';
import { VERSION } from '../../../src/version.js';
import { MODIFIERS, TYPES } from '../../../src/spec/words.js';

it('the version is the one of package.json', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(VERSION).toBe((JSON.parse(text) as { version: string }).version);
});

it('colours are for terminals, unless the reader says otherwise', () => {
  const red = (isTTY: boolean, env: NodeJS.ProcessEnv) => styleFor({ isTTY }, env).red('x') !== 'x';
  expect([
    red(true, {}),
    red(false, {}),
    red(true, { NO_COLOR: '1' }),
    red(false, { FORCE_COLOR: '1' }),
  ]).toEqual([true, false, false, true]);
});

it('help types explains every word', () => {
  const page = typesHelp(PLAIN);
  for (const word of [...TYPES, ...MODIFIERS]) expect(page).toContain(word);
});

it.each([
  ['shop', 'shop'],
  ['My Shop', 'my-shop'],
  ['Café', 'cafe'],
  ['...', 'app'],
])('a package for %s is %s', (folder, name) => expect(packageName(folder)).toBe(name));
